import { expect, test } from "vitest";
import { StorageError } from "~/integrations/storage/storage";
import { PublishFailed } from "./record-video.server";

test.each([
  ["a busy database", new Error("timeout exceeded when trying to connect"), "creator.reasonDatabase"],
  ["the database away", Object.assign(new Error("x"), { code: "ECONNREFUSED" }), "creator.reasonDatabase"],
  ["the store", new StorageError("unavailable", "put", new Error("x")), "videos.reasonUnavailable"],
  ["a full store", new StorageError("full", "put", new Error("x")), "videos.reasonFull"],
  ["a bug", new TypeError("x is undefined"), "videos.uploadUnknown"],
])("a publication that fails for %s has the reason $2", (_, cause, reason) => {
  expect(new PublishFailed("videos.uploadRecordFailed", cause).reason).toBe(reason);
});
