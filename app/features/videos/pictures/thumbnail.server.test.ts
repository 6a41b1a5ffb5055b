import { expect, test } from "vitest";
import { decideMissingThumbnail } from "./thumbnail.server";

const published_at = new Date("2026-11-20T12:00:00Z");
const video = { video_type: "youtube", thumbnail_url: null, published_at };

test.each([
  ["just published", video, "2026-11-20T12:00:01Z", "trying"],
  ["after almost three days", video, "2026-11-23T11:59:59Z", "trying"],
  ["after three days", video, "2026-11-23T12:00:00Z", "gaveUp"],
  ["with a thumbnail", { ...video, thumbnail_url: "/thumbnails/a.webp" }, "2026-11-20T12:00:01Z", undefined],
  ["an uploaded file", { ...video, video_type: "cloudflare" }, "2026-11-20T12:00:01Z", undefined],
  ["not yet published", { ...video, published_at: null }, "2026-11-20T12:00:01Z", undefined],
])("the notice of a missing thumbnail %s is $3", (_, row, now, missing) => {
  expect(decideMissingThumbnail(row, new Date(now))).toBe(missing);
});
