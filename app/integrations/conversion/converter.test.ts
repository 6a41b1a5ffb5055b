import { expect, test } from "vitest";
import { type DeclaredStream, playsEverywhere } from "./converter";

const h264: DeclaredStream = { kind: "video", codec: "h264", pixels: "yuv420p" };
const hevc: DeclaredStream = { kind: "video", codec: "hevc", pixels: "yuv420p" };
const aac: DeclaredStream = { kind: "audio", codec: "aac" };

test.each<[string, DeclaredStream[]]>([
  ["H.264 and AAC", [h264, aac]],
  ["H.264 without sound", [h264]],
  ["H.264 in the full range of a phone", [{ ...h264, pixels: "yuvj420p" }, aac]],
  [
    "VP9 and Opus",
    [
      { kind: "video", codec: "vp9", pixels: "yuv420p" },
      { kind: "audio", codec: "opus" },
    ],
  ],
  ["AV1 with ten bits", [{ kind: "video", codec: "av1", pixels: "yuv420p10le" }]],
])("an MP4 of %s plays everywhere, and the same streams in MOV or AVI do not", (_, streams) => {
  expect(playsEverywhere("mp4", streams)).toBe(true);
  expect(playsEverywhere("mov", streams)).toBe(false);
  expect(playsEverywhere("avi", streams)).toBe(false);
});

test.each<[string, DeclaredStream[]]>([
  ["HEVC", [hevc, aac]],
  ["MPEG-4 part 2", [{ kind: "video", codec: "mpeg4", pixels: "yuv420p" }, aac]],
  ["H.264 with ten bits", [{ ...h264, pixels: "yuv420p10le" }, aac]],
  ["H.264 in 4:2:2", [{ ...h264, pixels: "yuv422p" }, aac]],
  ["H.264 that does not say how its pixels are", [{ kind: "video", codec: "h264" }]],
  ["VP9 without a first picture", [{ kind: "video", codec: "vp9" }]],
  ["AC-3 sound", [h264, { kind: "audio", codec: "ac3" }]],
  ["two sounds, one of them PCM", [h264, aac, { kind: "audio", codec: "pcm_s16le" }]],
  ["sound alone", [aac]],
  ["nothing", []],
])("an MP4 of %s does not play everywhere", (_, streams) =>
  expect(playsEverywhere("mp4", streams)).toBe(false),
);
