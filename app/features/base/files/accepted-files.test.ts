import { expect, test } from "vitest";
import { checkChosenFile, formatBytes } from "./accepted-files";

test.each([
  ["video", 524_288_000, "video/mp4", undefined],
  ["video", 524_288_001, "video/mp4", "videos.videoTooLarge"],
  ["video", 1, "video/quicktime", undefined],
  ["video", 1, "video/x-msvideo", undefined],
  // As Chromium declares an AVI on a Linux of 2023 and later, and browsers on Windows.
  ["video", 1, "video/vnd.avi", undefined],
  ["video", 1, "video/avi", undefined],
  ["video", 1, "video/msvideo", undefined],
  ["video", 524_288_001, "video/vnd.avi", "videos.videoTooLarge"],
  ["video", 1, "video/x-m4v", undefined],
  ["video", 1, "", undefined],
  ["video", 1, "application/octet-stream", undefined],
  ["video", 1, "video/webm", "videos.videoFormat"],
  ["video", 1, "image/png", "videos.videoFormat"],
  ["thumbnail", 5_242_880, "image/png", undefined],
  ["thumbnail", 5_242_881, "image/jpeg", "videos.thumbnailTooLarge"],
  ["thumbnail", 1, "image/gif", "videos.thumbnailFormat"],
  ["thumbnail", 1, "image/webp", undefined],
  ["thumbnail", 1, "video/x-m4v", "videos.thumbnailFormat"],
] as const)(
  "a chosen %s file of %s bytes and the type %j gets the message %s",
  (kind, size, type, message) => {
    expect(checkChosenFile(kind, { size, type })).toBe(message);
  },
);

test.each([
  [0, "0 KB"],
  [512, "1 KB"],
  [300 * 1024, "300 KB"],
  [1024 * 1024, "1,0 MB"],
  [3.44 * 1024 * 1024, "3,4 MB"],
  [48.6 * 1024 * 1024, "49 MB"],
  [524_288_000, "500 MB"],
])("%d bytes are displayed as %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
