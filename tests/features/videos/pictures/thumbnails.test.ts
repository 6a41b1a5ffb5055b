import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test, vi } from "vitest";
import { thumbnailMaxBytes } from "~/features/base/files/accepted-files";
import { listThumbnailSizes } from "~/features/videos/pictures/picture-paths";
import {
  makeThumbnail,
  planThumbnailUrl,
  readThumbnail,
  removeThumbnail,
  storeThumbnail,
  type Thumbnail,
} from "~/features/videos/pictures/thumbnail.server";
import { isThumbnailKey } from "~/integrations/storage/storage-key";
import { makeImage } from "../../../support/people";
import { listFiles } from "../../../support/stored";
import { startTestWorld } from "../../../support/test-services";
import { readAsset } from "../../../support/upload";

const { services, storageDir } = await startTestWorld();
const { storage } = services;
const creatorId = "7f1b6e3a-0d6c-4c39-9a0e-2b1c5d4e6f70";
const background = { r: 39, g: 92, b: 75, alpha: 0.5 };

async function made(uploaded: Buffer): Promise<Thumbnail> {
  const read = await makeThumbnail(uploaded, "capa");
  if (!read.ok) throw new Error(read.error);
  return read.thumbnail;
}

/** A chunk of a PNG (W3C PNG, section 5.3). */
function chunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A whole, well-formed PNG of black pixels, one bit each: a few kilobytes that unfold to gigabytes. */
function blackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const pixels = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))));
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.of())]);
}

test("every size of a thumbnail is WebP, 16:9 and has its width", async () => {
  const { images } = await made(
    await sharp({ create: { width: 800, height: 800, channels: 4, background } })
      .png()
      .toBuffer(),
  );
  expect(await sharp(images[960]).metadata()).toMatchObject({ format: "webp", width: 960, height: 540 });
  expect(await sharp(images[480]).metadata()).toMatchObject({ format: "webp", width: 480, height: 270 });
});

test("every size of a thumbnail is upright", async () => {
  const tall = sharp({ create: { width: 160, height: 90, channels: 3, background: "#000" } })
    .composite([
      { input: { create: { width: 80, height: 90, channels: 3, background: "#fff" } }, gravity: "west" },
    ])
    .jpeg()
    .withMetadata({ orientation: 3 });
  const { images } = await made(await tall.toBuffer());
  const { data } = await sharp(images[480])
    .extract({ left: 470, top: 100, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(data[0]).toBeGreaterThan(200);
});

test("every size of a thumbnail contains nothing of the upload's metadata, hidden either", async () => {
  const uploaded = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .jpeg()
    .withExif({ IFD0: { Copyright: "Rua das Flores 12" } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Rua das Flores</x:xmpmeta>')
    .toBuffer();
  expect(uploaded.includes("Rua das Flores")).toBe(true);
  const { images } = await made(uploaded);
  for (const image of Object.values(images)) {
    const { exif, xmp, icc, iptc } = await sharp(image).metadata();
    expect([exif, xmp, icc, iptc]).toEqual(Array(4).fill(undefined));
    expect(image.includes("Rua das Flores")).toBe(false);
  }
});

test.each<[string, () => Promise<Buffer>]>([
  ["grey", () => plain().toColourspace("b-w").png().toBuffer()],
  ["print colours", () => plain().toColourspace("cmyk").jpeg().toBuffer()],
  ["sixteen bits", () => plain().toColourspace("rgb16").png().toBuffer()],
  ["a palette", () => plain().png({ palette: true }).toBuffer()],
  ["see-through", () => plain(4).webp().toBuffer()],
])("every size of a thumbnail keeps the colours: %s", async (_, draw) => {
  const { images } = await made(await draw());
  for (const image of Object.values(images)) {
    const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (info.width * Math.floor(info.height / 2) + Math.floor(info.width / 2)) * info.channels;
    for (const value of data.subarray(at, at + 3)) expect(Math.abs(value - 120)).toBeLessThan(25);
  }
});

function plain(channels: 3 | 4 = 3) {
  const background = { r: 120, g: 120, b: 120, alpha: 1 };
  return sharp({ create: { width: 320, height: 180, channels, background } });
}

describe("a decompression bomb", () => {
  const bomb = blackPng(30_000, 30_000);

  test("of 900 megapixels is refused, though it is small and well-formed", async () => {
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await sharp(bomb, { limitInputPixels: false }).metadata()).toMatchObject({ width: 30_000 });
    const memory = process.memoryUsage.rss();
    expect(await readThumbnail(Readable.from([bomb]), "capa.png")).toEqual({
      ok: false,
      error: "videos.thumbnailFormat",
    });
    expect(process.memoryUsage.rss() - memory).toBeLessThan(100_000_000);
  });

  test("is distinguished from a large photograph", async () => {
    expect((await makeThumbnail(blackPng(8_000, 6_000), "capa")).ok).toBe(true);
  });
});

const png = Buffer.from(await makeImage("png"));
const huge = { width: 10_000, height: 10_000, channels: 3, background: "#000" } as const;

const notPictures: [string, Uint8Array][] = [
  ["text", Buffer.from("not a picture".padEnd(5_000))],
  ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ["a GIF", await sharp(png).gif().toBuffer()],
  ["a TIFF", await sharp(png).tiff().toBuffer()],
  ["an AVIF", await sharp(png).avif({ effort: 0 }).toBuffer()],
  ["a video", readAsset("clip.mov")],
  ["a PNG cut off in its middle", png.subarray(0, png.length - 40)],
  ["a PNG with a wrong checksum", Buffer.from(png.map((byte, at) => (at === 20 ? byte ^ 1 : byte)))],
  ["a picture of 100 megapixels", await sharp({ create: huge }).png().toBuffer()],
];

test.each(notPictures)("%s is refused as a thumbnail", async (_, content) => {
  expect(await readThumbnail(Readable.from([Buffer.from(content)]), "capa.png")).toEqual({
    ok: false,
    error: "videos.thumbnailFormat",
  });
});

test.each([
  [thumbnailMaxBytes, undefined],
  [thumbnailMaxBytes + 1, "videos.thumbnailTooLarge"],
])("a thumbnail of %i bytes has the error %s", async (length, error) => {
  // What follows the end of a JPEG is ignored.
  const jpeg = await makeImage("jpeg");
  const body = Readable.from([Buffer.concat([jpeg, Buffer.alloc(length - jpeg.length)])]);
  expect(await readThumbnail(body, "capa.jpg")).toMatchObject(error ? { ok: false, error } : { ok: true });
});

describe("a stored thumbnail", () => {
  const files = async () => (await listFiles(storageDir)).map((path) => `/${path}`);

  test("is stored at its planned path in all sizes, each under a public key, and removed completely", async () => {
    const thumbnail = await made(blackPng(64, 36));
    const url = planThumbnailUrl(creatorId, thumbnail, services.clock());
    await storeThumbnail(storage, url, thumbnail);
    const sizes = listThumbnailSizes(url);
    expect(sizes).toHaveLength(2);
    for (const { url: address, width = 0 } of sizes) {
      const key = address.replace("/thumbnails/", "");
      expect(isThumbnailKey(key)).toBe(true);
      const object = await storage.open(key);
      const image = await sharp(await buffer(object?.body ?? Readable.from([]))).metadata();
      expect(image.width).toBe(width);
    }
    expect(await files()).toHaveLength(2);
    await removeThumbnail(storage, url);
    expect(await files()).toEqual([]);
  });

  test("of the older format is removed as its single file", async () => {
    const key = `${creatorId}/thumbs/1700000000000-1a2b3c4d_capa.webp`;
    await storage.put(key, Readable.from([Buffer.from("old")]));
    const remove = vi.spyOn(storage, "remove");
    await removeThumbnail(storage, `/thumbnails/${key}`);
    expect(remove.mock.calls).toEqual([[key]]);
    remove.mockRestore();
    expect(await files()).toEqual([]);
  });
});
