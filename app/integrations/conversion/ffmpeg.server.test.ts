import { expect, test } from "vitest";
import { readSegments } from "./ffmpeg.server";

const written = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:4
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MAP:URI="rung.mp4",BYTERANGE="1353@0"
#EXTINF:4.000000,
#EXT-X-BYTERANGE:215454@1353
rung.mp4
#EXTINF:2.966667,
#EXT-X-BYTERANGE:149287@216807
rung.mp4
#EXT-X-ENDLIST
`;

test("the byte ranges of a playlist are parsed with their lengths", () => {
  expect(readSegments(written)).toEqual({
    initBytes: 1353,
    segments: [
      { microseconds: 4_000_000, bytes: 215_454 },
      { microseconds: 2_966_667, bytes: 149_287 },
    ],
  });
});

test.each([
  ["a gap", written.replace("@216807", "@216808")],
  ["no segments", written.replaceAll(/#EXTINF.*\n.*\nrung.mp4\n/g, "")],
  ["no end", written.replace("#EXT-X-ENDLIST\n", "")],
  ["no beginning", written.replace(/#EXT-X-MAP.*\n/, "")],
])("a playlist with %s is rejected", (_, playlist) => {
  expect(readSegments(playlist)).toBeUndefined();
});
