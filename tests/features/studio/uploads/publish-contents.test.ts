import { readFile } from "node:fs/promises";
import { deflateRawSync } from "node:zlib";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { makeImage, makeMp4 } from "../../../support/people";
import { addCreator } from "../../../support/rows";
import { findStored, nothing } from "../../../support/stored";
import { startTestWorld } from "../../../support/test-services";
import { readAsset, textParts, thumbnailPart, upload, videoPart } from "../../../support/upload";

const world = await startTestWorld();
let ana: string;
beforeEach(async () => {
  ana = await addCreator(world.services.db);
});

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

describe("a file with only the name of a video", () => {
  test.each(notVideos)("%s is refused", async (_, content) => {
    const parts = [...textParts(), thumbnailPart(), videoPart(content, "aula.mp4")];
    expect(await upload(world, ana, parts)).toEqual({ errors: { video: "videos.videoFormat" } });
    expect(await findStored(world, ana)).toEqual(nothing);
  });
});

describe("a video detected by its content", () => {
  test.each([
    [
      "an MP4 that a ZIP follows",
      Buffer.concat([makeMp4(), deflateRawSync("x"), Buffer.from("PK\x05\x06")]),
      ".mp4",
    ],
    ["an MP4 named as a page", makeMp4(), ".mp4"],
    ["an .m4v", ftyp("M4V "), ".mp4"],
    ["QuickTime by its brand", ftyp("qt  "), ".mov"],
    [
      "QuickTime of before there were brands",
      Buffer.concat([Buffer.from("00000008776964650000", "hex"), Buffer.from("mdat"), Buffer.alloc(5_000)]),
      ".mov",
    ],
  ])("%s is stored in its actual format", async (_, content, ending) => {
    expect(
      await upload(world, ana, [...textParts(), thumbnailPart(), videoPart(content, "a.html")]),
    ).toHaveProperty("videoId");
    const { objects } = await findStored(world, ana);
    expect(objects.filter((path) => path.endsWith(ending))).toHaveLength(1);
    expect(objects.filter((path) => path.includes("html"))).toEqual([]);
  });
});

const png = Buffer.from(await makeImage("png"));

const notPictures: [string, Uint8Array][] = [
  ["text", text("not a picture")],
  ["SVG", text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ["a GIF", await sharp(png).gif().toBuffer()],
  ["a TIFF", await sharp(png).tiff().toBuffer()],
  ["an AVIF", await sharp(png).avif({ effort: 0 }).toBuffer()],
  ["a BMP", bytes("424d 46000000 00000000 36000000 28000000")],
  ["a PDF", text("%PDF-1.7\n")],
  ["a video", readAsset("clip.mov")],
  ["the head of a PNG and nothing more", png.subarray(0, 40)],
  ["a PNG cut off in its middle", png.subarray(0, png.length - 40)],
  ["a PNG with a wrong checksum", Buffer.from(png.map((byte, at) => (at === 20 ? byte ^ 1 : byte)))],
  [
    "a JPEG's head before a page",
    Buffer.concat([Buffer.from("ffd8ffe000104a464946", "hex"), text("<html>")]),
  ],
  [
    "a picture of 100 megapixels",
    await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: "#000" } })
      .png()
      .toBuffer(),
  ],
];

describe("a file with only the name of a thumbnail", () => {
  test.each(notPictures)("%s is refused together with the video", async (_, content) => {
    const parts = [...textParts(), thumbnailPart(content, "capa.png"), videoPart()];
    expect(await upload(world, ana, parts)).toEqual({ errors: { thumbnail: "videos.thumbnailFormat" } });
    expect(await findStored(world, ana)).toEqual(nothing);
  });
});

describe("a form refused early is still read to its end, so that the response arrives", () => {
  const large = 3 * 1024 * 1024;

  test.each([
    [
      "a large file of another kind",
      textParts(),
      thumbnailPart(),
      videoPart(Buffer.alloc(large)),
      { video: "videos.videoFormat" },
    ],
    [
      "a large video with a wrong price",
      textParts({ price: "x" }),
      thumbnailPart(),
      videoPart(makeMp4(large)),
      { price: "videos.priceInvalid" },
    ],
    [
      "a large video after a wrong thumbnail",
      textParts(),
      thumbnailPart(text("x")),
      videoPart(makeMp4(large)),
      { thumbnail: "videos.thumbnailFormat" },
    ],
    [
      "a thumbnail far too large",
      textParts(),
      thumbnailPart(Buffer.alloc(4 * large)),
      videoPart(),
      { thumbnail: "videos.thumbnailTooLarge" },
    ],
  ])("with %s", async (_, texts, thumbnail, video, errors) => {
    const outcome = await upload(world, ana, [
      ...texts,
      thumbnail,
      video,
      ...textParts({ title: "depois" }).slice(1, 2),
    ]);
    expect(outcome).toEqual({ errors });
    expect(await findStored(world, ana)).toEqual(nothing);
  });
});

test("a picture that is also a web page is re-encoded and served as a picture only", async () => {
  const page = Buffer.concat([await makeImage("jpeg"), Buffer.from("<html><script>alert(1)</script>")]);
  expect(
    await upload(world, ana, [...textParts(), thumbnailPart(page, "capa.html"), videoPart()]),
  ).toHaveProperty("videoId");
  const { objects } = await findStored(world, ana);
  const thumbnail = objects.find((path) => path.includes("/thumbs/")) ?? "";
  expect((await readFile(`${world.storageDir}/${thumbnail}`)).includes("<script>")).toBe(false);
});
