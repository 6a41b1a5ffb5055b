import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { listShopVideos } from "~/features/shop/catalog/shop-videos.queries.server";
import { isStorageKey } from "~/integrations/storage/storage-key";
import { makeRequest } from "../../../support/ask";
import { makeMp4 } from "../../../support/people";
import { addCreator } from "../../../support/rows";
import { findStored, nothing } from "../../../support/stored";
import { startTestWorld } from "../../../support/test-services";
import {
  objectsPerVideo,
  publish,
  readAsset,
  textParts,
  thumbnailPart,
  upload,
  videoPart,
} from "../../../support/upload";

const world = await startTestWorld();
let ana: { userId: string };
beforeEach(async () => {
  ana = { userId: await addCreator(world.services.db) };
});

const object = (key: string | null) => readFile(join(world.storageDir, "objects", key ?? ""));
const keyOfThumbnail = (url: string | null) => (url ?? "").replace(/^\/thumbnails\//, "");

describe("a valid form", () => {
  test.each([
    ["clip-vp9.mp4", "mp4", "thumb.png"],
    ["clip.mov", "mov", "thumb.jpg"],
    ["clip.avi", "avi", "thumb.webp"],
  ])("%s with a thumbnail is published with its file unchanged", async (clip, ending, thumb) => {
    const content = readAsset(clip);
    const parts = [...textParts(), thumbnailPart(readAsset(thumb), thumb), videoPart(content, clip)];
    const row = await publish(world, ana.userId, parts);
    expect(row).toMatchObject({
      creator_id: ana.userId,
      title: "Pão de queijo",
      description: "Em casa.",
      price_cents: 4990,
      currency: "BRL",
      video_type: "cloudflare",
      youtube_url: null,
      file_name: clip,
      published_at: world.services.clock(),
      deleted_at: null,
    });
    expect(row.video_url).toMatch(new RegExp(`^${ana.userId}/\\d{13}-[0-9a-f]{12}_[\\w.-]+\\.${ending}$`));
    expect(Buffer.compare(await object(row.video_url), Buffer.from(content))).toBe(0);
    expect((await findStored(world, ana.userId)).objects).toHaveLength(objectsPerVideo);
    const { rows } = await listShopVideos(world.services.db, { creatorId: ana.userId });
    expect(rows.map(({ id }) => id)).toEqual([row.id]);
  });

  test("is published regardless of the media type that the browser declares", async () => {
    const video = { ...videoPart(), type: "text/plain", fileName: "aula" };
    const row = await publish(world, ana.userId, [
      ...textParts(),
      { ...thumbnailPart(), type: "video/mp4" },
      video,
    ]);
    expect(row.video_url).toMatch(/_aula\.mp4$/);
  });

  test("keeps accents, line breaks and emoji in texts, and drops what PostgreSQL cannot store", async () => {
    const description = "Açúcar & <b>sal</b>\r\n'aspas' \"duplas\" 🍞 \u0000fim";
    const row = await publish(world, ana.userId, [
      ...textParts({ title: "  Pão 🍞 \\ % _  ", description }),
      thumbnailPart(),
      videoPart(),
    ]);
    expect(row.title).toBe("Pão 🍞 \\ % _");
    // A form sends a line break as two signs; it is kept as the one that was typed.
    expect(row.description).toBe(description.replace("\u0000", "").replace("\r\n", "\n"));
  });
});

describe("the thumbnail of an upload", () => {
  test("is re-encoded as an upright 16:9 WebP without the upload's metadata", async () => {
    const uploaded = await sharp({ create: { width: 400, height: 800, channels: 3, background: "#a33" } })
      .jpeg()
      .withExif({ IFD0: { Copyright: "Ana, Rua das Flores 12", Orientation: "6" } })
      .toBuffer();
    expect(uploaded.includes("Rua das Flores")).toBe(true);
    const row = await publish(world, ana.userId, [...textParts(), thumbnailPart(uploaded), videoPart()]);
    const stored = await object(keyOfThumbnail(row.thumbnail_url));
    const { format, width, height, exif, icc, xmp } = await sharp(stored).metadata();
    expect({ format, width, height, exif, icc, xmp }).toEqual({ format: "webp", width: 960, height: 540 });
    expect(stored.includes("Rua das Flores")).toBe(false);
  });

  test("is separate for two uploads with the same names in the same millisecond", async () => {
    const parts = () => [...textParts(), thumbnailPart(), videoPart()];
    const rows = await Promise.all([
      publish(world, ana.userId, parts()),
      publish(world, ana.userId, parts()),
    ]);
    expect(new Set(rows.map((row) => row.thumbnail_url)).size).toBe(2);
    expect(new Set(rows.map((row) => row.video_url)).size).toBe(2);
    expect((await findStored(world, ana.userId)).objects).toHaveLength(2 * objectsPerVideo);
  });
});

describe("the fields of the upload form", () => {
  test.each<[string, Record<string, string | undefined>, Record<string, string>]>([
    ["no title", { title: "  " }, { title: "videos.fillAll" }],
    [
      "nothing at all",
      { title: "", description: "", price: "" },
      { title: "videos.fillAll", description: "videos.fillAll", price: "videos.fillAll" },
    ],
    [
      "fields left out",
      { title: undefined, price: undefined },
      { title: "videos.fillAll", price: "videos.fillAll" },
    ],
    ["a title of 201 characters", { title: "x".repeat(201) }, { title: "videos.titleTooLong" }],
    [
      "a description of 5,001",
      { description: "x".repeat(5_001) },
      { description: "videos.descriptionTooLong" },
    ],
    ["no number", { price: "abc" }, { price: "videos.priceInvalid" }],
    ["nothing to pay", { price: "0" }, { price: "videos.priceInvalid" }],
    ["three decimals", { price: "1,999" }, { price: "videos.priceInvalid" }],
    ["49 cents", { price: "0,49" }, { price: "videos.priceTooLow" }],
    ["a million", { price: "1000000" }, { price: "videos.priceTooHigh" }],
    ["no source", { source: undefined }, { source: "videos.sourceUnknown" }],
    ["another source", { source: "vimeo" }, { source: "videos.sourceUnknown" }],
  ])("are refused with a message beside the field, and nothing is stored: %s", async (_, changes, errors) => {
    expect(await upload(world, ana.userId, [...textParts(changes), thumbnailPart(), videoPart()])).toEqual({
      errors,
    });
    expect(await findStored(world, ana.userId)).toEqual(nothing);
  });

  test.each(["0,50", "999999,99", "7", "7.5"])("accept the price %s", async (price) => {
    const row = await publish(world, ana.userId, [...textParts({ price }), thumbnailPart(), videoPart()]);
    expect(row.price_cents).toBe(Math.round(Number(price.replace(",", ".")) * 100));
  });

  test("accept texts of the maximum length", async () => {
    const texts = textParts({ title: "é".repeat(200), description: "é".repeat(5_000) });
    const row = await publish(world, ana.userId, [...texts, thumbnailPart(), videoPart()]);
    expect([row.title.length, row.description.length]).toEqual([200, 5_000]);
  });
});

describe("the parts of an upload form", () => {
  const empty = new Uint8Array();

  test.each([
    ["no video", [...textParts(), thumbnailPart()], { video: "videos.videoMissing" }],
    ["no thumbnail", [...textParts(), videoPart()], { thumbnail: "videos.thumbnailMissing" }],
    ["an empty video", [...textParts(), thumbnailPart(), videoPart(empty)], { video: "videos.videoMissing" }],
    [
      "inputs left empty",
      [...textParts(), thumbnailPart(empty, ""), videoPart(empty, "")],
      { thumbnail: "videos.thumbnailMissing", video: "videos.videoMissing" },
    ],
    [
      "files under other names",
      [...textParts(), { ...thumbnailPart(), name: "thumb" }, { ...videoPart(), name: "file" }],
      { thumbnail: "videos.thumbnailMissing", video: "videos.videoMissing" },
    ],
    [
      "the video as text",
      [...textParts({ video: "aula.mp4" }), thumbnailPart()],
      { video: "videos.videoMissing" },
    ],
    [
      "the video before the texts",
      [videoPart(), ...textParts(), thumbnailPart()],
      { video: "videos.videoMissing" },
    ],
    [
      "the thumbnail after the video",
      [...textParts(), videoPart(), thumbnailPart()],
      { video: "videos.videoMissing" },
    ],
    ["nothing at all", [], { source: "videos.sourceUnknown" }],
  ])("with %s get the message, and nothing is stored", async (_, parts, errors) => {
    expect(await upload(world, ana.userId, parts)).toEqual({ errors });
    expect(await findStored(world, ana.userId)).toEqual(nothing);
  });

  test("may have the thumbnail before the texts", async () => {
    expect(await upload(world, ana.userId, [thumbnailPart(), ...textParts(), videoPart()])).toHaveProperty(
      "videoId",
    );
  });

  test("without files, as sent by a browser by name only, miss them", async () => {
    const form = { source: "file", title: "Aula", description: "x", price: "1", video: "aula.mp4" };
    const errors = { video: "videos.videoMissing", thumbnail: "videos.thumbnailMissing" };
    expect(await upload(world, ana.userId, makeRequest({ path: "/creator/upload", form }))).toEqual({
      errors,
    });
    expect(await findStored(world, ana.userId)).toEqual(nothing);
  });

  test("with two videos count the first one", async () => {
    const parts = [...textParts(), thumbnailPart(), videoPart(makeMp4(1_000)), videoPart(makeMp4(2_000))];
    const row = await publish(world, ana.userId, parts);
    expect(await object(row.video_url)).toHaveLength(1_000);
    expect((await findStored(world, ana.userId)).objects).toHaveLength(objectsPerVideo);
  });

  test("with a repeated text count the last one", async () => {
    const parts = [
      ...textParts({ title: "Primeiro" }),
      ...textParts({ title: "Último" }),
      thumbnailPart(),
      videoPart(),
    ];
    expect(await publish(world, ana.userId, parts)).toMatchObject({ title: "Último" });
  });

  test("with a text after the video count it, or refuse the form for it", async () => {
    const late = (title: string) => [...textParts(), thumbnailPart(), videoPart(), ...textParts({ title })];
    expect(await upload(world, ana.userId, late(""))).toEqual({ errors: { title: "videos.fillAll" } });
    expect(await findStored(world, ana.userId)).toEqual(nothing);
  });

  test.each(["__proto__", "constructor", "toString"])("may have a field named %s", async (name) => {
    const parts = [...textParts(), { name, content: "x" }, thumbnailPart(), videoPart()];
    expect(await upload(world, ana.userId, parts)).toHaveProperty("videoId");
  });

  test.each([
    ["no boundary", { body: "x", headers: { "Content-Type": "multipart/form-data" } }],
    ["no body", { method: "POST" }],
    [
      "another boundary",
      { body: "--a\r\n\r\n--a--", headers: { "Content-Type": "multipart/form-data; boundary=b" } },
    ],
  ])("that are broken by %s are refused, and nothing is stored", async (_, asked) => {
    const request = makeRequest({ path: "/creator/upload", ...asked });
    expect(await upload(world, ana.userId, request)).toEqual({ broken: true });
    expect(await findStored(world, ana.userId)).toEqual(nothing);
  });
});

/** What comes from strangers as a file's name; a slash of either kind is a folder to a browser. */
const hostileNames = [
  "../../../etc/passwd.mp4",
  "..\\..\\windows\\system32\\aula.mp4",
  "/etc/passwd",
  "C:\\aula.mp4",
  "....//....//aula.mp4",
  ".",
  "..",
  ".htaccess",
  "-rf",
  "aula.mp4.exe",
  "aula.php.mp4",
  "aula.mp4;.php",
  "aula.mp4\\x00.php",
  "%2e%2e%2faula.mp4",
  "aula%00.mp4",
  "<script>alert(1)</script>.mp4",
  "' OR 1=1 --.mp4",
  "$(reboot).mp4",
  "`id`.mp4",
  `${"$"}{jndi:ldap://x}.mp4`,
  "aula|cat.mp4",
  "CON",
  "aux.mp4",
  "aula.mp4 ",
  " ",
  "аула.mp4",
  "\u202Egpm.4pm",
  "ação 🍞.mp4",
  `${"a".repeat(300)}.mp4`,
  "a\u0301".repeat(80),
  "con\u200Bfuse.mp4",
];

test.each(hostileNames)("a file named %j is stored under a safe key of its creator", async (fileName) => {
  const parts = [...textParts(), { ...thumbnailPart(), fileName }, { ...videoPart(), fileName }];
  const row = await publish(world, ana.userId, parts);
  const { objects, halfWritten } = await findStored(world, ana.userId);
  const thumbnail = keyOfThumbnail(row.thumbnail_url);
  expect(objects).toHaveLength(objectsPerVideo);
  expect(objects).toEqual(expect.arrayContaining([`objects/${row.video_url}`, `objects/${thumbnail}`]));
  expect(halfWritten).toEqual([]);
  for (const path of objects) {
    expect(isStorageKey(path.slice("objects/".length))).toBe(true);
    expect(path).toMatch(/\.(mp4|webp)$/);
  }
  expect(row.file_name).toMatch(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/);
});
