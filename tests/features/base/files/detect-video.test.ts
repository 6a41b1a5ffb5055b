/** A video is accepted by its content, whatever its name says. */
import { Readable } from "node:stream";
import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { detectFormat, detectVideo } from "~/features/base/files/detect-video.server";
import { makeImage, makeMp4 } from "../../../support/people";

const hex = (text: string) =>
  Buffer.concat([Buffer.from(text.replaceAll(" ", ""), "hex"), Buffer.alloc(5_000, 1)]);
/** An ISO base media file: a box of this brand. */
const ftyp = (brand: string) => hex(`00000018 66747970 ${Buffer.from(brand).toString("hex")}`);

const notVideos: [string, Uint8Array][] = [
  ["text", Buffer.from("This is a video, trust me".padEnd(5_000))],
  ["one byte", Buffer.from([0])],
  ["a Windows program", hex("4d5a9000 03000000")],
  ["a WebP, which is a RIFF as AVI is", await makeImage("webp")],
  ["a WAV, which is a RIFF too", hex("52494646 24100000 57415645 666d7420")],
  ["Matroska or WebM", hex("1a45dfa3 9f4286810142f7810142f2810442f381084282847765626d")],
  ["FLV", hex("464c5601 05000000 09")],
  ["an audio file of the MP4 family", ftyp("M4A ")],
  ["a HEIC picture of the MP4 family", ftyp("heic")],
  ["an AVIF picture of the MP4 family", ftyp("avif")],
  ["an MP4 after a page", Buffer.concat([Buffer.from("<html><!--"), makeMp4()])],
  ["an MP4 cut off in its first box", makeMp4().subarray(0, 6)],
];

test.each(notVideos)("%s is not accepted as a video", async (_, content) => {
  const detected = await detectVideo(Readable.from([Buffer.from(content)], { objectMode: false }));
  await detected.release();
  expect(detected.format).toBeUndefined();
  expect(await detectFormat(Readable.from([Buffer.from(content)], { objectMode: false }))).toBeUndefined();
});

test.each([
  [
    "an MP4 that a ZIP follows",
    Buffer.concat([makeMp4(), deflateRawSync("x"), Buffer.from("PK\x05\x06")]),
    "mp4",
  ],
  ["an .m4v", ftyp("M4V "), "mp4"],
  ["QuickTime by its brand", ftyp("qt  "), "mov"],
  [
    "QuickTime of before there were brands",
    Buffer.concat([Buffer.from("00000008776964650000", "hex"), Buffer.from("mdat"), Buffer.alloc(5_000)]),
    "mov",
  ],
])("%s is detected, and its whole content is passed on", async (_, content, format) => {
  const detected = await detectVideo(Readable.from([content], { objectMode: false }));
  expect(detected).toMatchObject({ format, empty: false });
  expect(Buffer.concat(await detected.whole.toArray())).toEqual(content);
});
