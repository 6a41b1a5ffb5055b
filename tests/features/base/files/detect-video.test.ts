/** A video is accepted by its content, whatever its name says. */
import { Readable } from "node:stream";
import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { detectFormat, detectVideo } from "~/features/base/files/detect-video.server";
import { makeImage, makeMp4 } from "../../../support/people";

const bytes = (...hex: string[]) =>
  Buffer.concat([Buffer.from(hex.join("").replaceAll(" ", ""), "hex"), Buffer.alloc(5_000, 1)]);
const text = (content: string) => Buffer.from(content.padEnd(5_000));
/** An ISO base media file of another kind: the same box, another brand. */
const ftyp = (brand: string) =>
  Buffer.concat([
    Buffer.from("00000018667479 70".replace(" ", ""), "hex"),
    Buffer.from(brand),
    Buffer.alloc(5_000, 1),
  ]);

const notVideos: [string, Uint8Array][] = [
  ["text", text("This is a video, trust me")],
  ["HTML", text("<!doctype html><script>alert(1)</script>")],
  ["SVG", text('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ["a shell script", text("#!/bin/sh\nreboot\n")],
  ["a PHP file", text("<?php system($_GET[0]); ?>")],
  ["one byte", Buffer.from([0])],
  ["zeros", Buffer.alloc(10_000)],
  ["a PDF", text("%PDF-1.7\n")],
  ["a ZIP", bytes("504b0304 1400")],
  ["gzip", bytes("1f8b0800 00000000")],
  ["a Windows program", bytes("4d5a9000 03000000")],
  ["a Linux program", bytes("7f454c46 02010100")],
  ["a PNG", await makeImage("png")],
  ["a JPEG", await makeImage("jpeg")],
  ["a WebP, which is a RIFF as AVI is", await makeImage("webp")],
  [
    "a WAV, which is a RIFF too",
    Buffer.concat([Buffer.from("RIFF\x24\x10\0\0WAVEfmt ", "latin1"), Buffer.alloc(5_000)]),
  ],
  ["a GIF", text("GIF89a")],
  ["an MP3", bytes("494433 03000000000000")],
  ["Ogg", bytes("4f676753 0002")],
  ["Matroska or WebM", bytes("1a45dfa3 9f4286810142f7810142f2810442f381084282847765626d")],
  ["FLV", bytes("464c5601 05000000 09")],
  [
    "an MPEG transport stream",
    Buffer.alloc(188 * 40, Buffer.concat([Buffer.from([0x47]), Buffer.alloc(187)])),
  ],
  ["an audio file of the MP4 family", ftyp("M4A ")],
  ["a HEIC picture of the MP4 family", ftyp("heic")],
  ["an AVIF picture of the MP4 family", ftyp("avif")],
  ["an MP4 after other bytes", Buffer.concat([Buffer.from("GIF89a;"), makeMp4()])],
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
