import { expect, test } from "vitest";
import { decideSetback, decideStreamSetback } from "./upload-response";

test.each([408, 409, 423, 429, 500, 502, 503, 504])("the status %d is retried", (status) => {
  expect(decideSetback(status)).toEqual({ next: "retry", cause: "busy" });
});

test("a missing response is a network failure", () => {
  expect(decideSetback(0)).toEqual({ next: "retry", cause: "offline" });
});

test.each([401, 403])("the status %d asks to sign in and keeps the received bytes", (status) => {
  expect(decideSetback(status)).toEqual({ next: "ask", message: "uploads.sessionEnded" });
});

test.each([
  [404, "", "uploads.gone"],
  [410, "", "uploads.gone"],
  [413, "", "uploads.longerThanSaid"],
  [422, "videos.videoFormat", "videos.videoFormat"],
  [422, "<script>", "uploads.gone"],
  [400, "", "videos.uploadUnknown"],
  [412, "", "videos.uploadUnknown"],
])("the status %d with the text %j ends the upload with %s", (status, text, message) => {
  expect(decideSetback(status, text)).toEqual({ next: "end", message });
});

test("a full disk ends the upload with its own message", () => {
  expect(decideSetback(507)).toEqual({
    next: "end",
    message: "videos.uploadVideoFailed",
    reason: "videos.reasonFull",
  });
});

test("a network failure and a busy streaming service are retried", () => {
  expect(decideStreamSetback(0)).toEqual({ next: "retry", cause: "offline" });
  for (const status of [408, 409, 423, 429, 500, 503])
    expect(decideStreamSetback(status)).toEqual({ next: "retry", cause: "busy" });
  for (const status of [400, 403, 404, 410]) expect(decideStreamSetback(status)).toEqual({ next: "publish" });
});
