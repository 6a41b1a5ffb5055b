import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listShopVideos } from "~/features/shop/catalog/shop-videos.queries.server";
import { sweepAbandoned } from "~/features/studio/uploads/discard-upload.server";
import { isStorageKey } from "~/integrations/storage/storage-key";
import { makeRequest } from "../../../support/ask";
import { breakStorage, type Fault } from "../../../support/broken-storage";
import { failWrites } from "../../../support/failing-writes";
import { makeMp4 } from "../../../support/people";
import { addCreator } from "../../../support/rows";
import { findStored, nothing } from "../../../support/stored";
import { startTestWorld, type TestWorld } from "../../../support/test-services";
import {
  objectsPerVideo,
  publish,
  readAsset,
  textParts,
  thumbnailPart,
  upload,
  videoPart,
} from "../../../support/upload";

// Nothing answers there: a link without a picture is published without one.
const world = await startTestWorld({ YOUTUBE_IMAGE_URL: "http://127.0.0.1:9" });
const { db, storage } = world.services;
let ana: string;
beforeEach(async () => {
  ana = await addCreator(db);
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
    const row = await publish(world, ana, parts);
    expect(row).toMatchObject({
      creator_id: ana,
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
    expect(row.video_url).toMatch(new RegExp(`^${ana}/\\d{13}-[0-9a-f]{12}_[\\w.-]+\\.${ending}$`));
    expect(Buffer.compare(await object(row.video_url), Buffer.from(content))).toBe(0);
    expect((await findStored(world, ana)).objects).toHaveLength(objectsPerVideo);
    const { rows } = await listShopVideos(db, { creatorId: ana });
    expect(rows.map(({ id }) => id)).toEqual([row.id]);
  });

  test("is published regardless of the media type that the browser declares", async () => {
    const files = [
      { ...thumbnailPart(), type: "video/mp4" },
      { ...videoPart(), type: "text/plain", fileName: "aula" },
    ];
    const row = await publish(world, ana, [...textParts(), ...files]);
    expect(row.video_url).toMatch(/_aula\.mp4$/);
  });

  test("keeps accents, line breaks and emoji in texts, and drops what PostgreSQL cannot store", async () => {
    const description = "Açúcar & <b>sal</b>\r\n'aspas' \"duplas\" 🍞 \u0000fim";
    const row = await publish(world, ana, [
      ...textParts({ title: "  Pão 🍞 \\ % _  ", description }),
      thumbnailPart(),
      videoPart(),
    ]);
    expect(row.title).toBe("Pão 🍞 \\ % _");
    expect(row.description).toBe(description.replace("\u0000", "").replace("\r\n", "\n"));
  });
});

test("two uploads with the same names in the same millisecond have files of their own", async () => {
  const parts = () => [...textParts(), thumbnailPart(), videoPart()];
  const rows = await Promise.all([publish(world, ana, parts()), publish(world, ana, parts())]);
  expect(new Set(rows.map((row) => row.thumbnail_url)).size).toBe(2);
  expect(new Set(rows.map((row) => row.video_url)).size).toBe(2);
  expect((await findStored(world, ana)).objects).toHaveLength(2 * objectsPerVideo);
});

describe("a link", () => {
  const id = "dQw4w9WgXcQ";
  const link = (youtubeUrl: string) => textParts({ source: "youtube", youtubeUrl });

  test("a link is published, with its address in the canonical form", async () => {
    expect(await publish(world, ana, link(`https://youtu.be/${id}?si=x`))).toMatchObject({
      video_type: "youtube",
      youtube_url: `https://www.youtube.com/watch?v=${id}`,
      video_url: null,
      cloudflare_video_id: null,
      file_name: null,
      published_at: world.services.clock(),
    });
  });

  test("a file sent along with a link is not stored", async () => {
    const row = await publish(world, ana, [...link(`https://youtu.be/${id}`), thumbnailPart(), videoPart()]);
    expect(row).toMatchObject({ video_type: "youtube", video_url: null });
    expect((await findStored(world, ana)).objects.filter((path) => path.endsWith(".mp4"))).toEqual([]);
  });

  test("a form of a browser without script, with an empty file field, is a link", async () => {
    const empty = new Uint8Array();
    const parts = [...link(`https://youtu.be/${id}`), thumbnailPart(empty, ""), videoPart(empty, "")];
    expect(await publish(world, ana, parts)).toMatchObject({ video_type: "youtube" });
  });
});

describe("the parts of an upload form", () => {
  const empty = new Uint8Array();
  const noVideo = { video: "videos.videoMissing" };
  const noThumbnail = { thumbnail: "videos.thumbnailMissing" };
  const [texts, thumbnail, video] = [textParts(), thumbnailPart(), videoPart()];
  const invalid = { title: "x".repeat(201), description: " ", price: "abc" };
  const otherLink = { source: "youtube", youtubeUrl: "https://vimeo.com/1" };

  test.each([
    ["no video", [...texts, thumbnail], noVideo],
    ["no thumbnail", [...texts, video], noThumbnail],
    ["an empty video", [...texts, thumbnail, videoPart(empty)], noVideo],
    [
      "inputs left empty",
      [...texts, thumbnailPart(empty, ""), videoPart(empty, "")],
      { ...noThumbnail, ...noVideo },
    ],
    [
      "files under other names",
      [...texts, { ...thumbnail, name: "thumb" }, { ...video, name: "file" }],
      { ...noThumbnail, ...noVideo },
    ],
    ["the video as text", [...textParts({ video: "aula.mp4" }), thumbnail], noVideo],
    ["the video before the texts", [video, ...texts, thumbnail], noVideo],
    ["the thumbnail after the video", [...texts, video, thumbnail], noVideo],
    ["a link of another site", textParts(otherLink), { youtubeUrl: "videos.youtubeInvalid" }],
    ["nothing at all", [], { source: "videos.sourceUnknown" }],
    [
      "an empty title after the video",
      [...texts, thumbnail, video, ...textParts({ title: "" })],
      { title: "videos.fillAll" },
    ],
    [
      "several invalid fields",
      [...textParts(invalid), thumbnail, video],
      { title: "videos.titleTooLong", description: "videos.fillAll", price: "videos.priceInvalid" },
    ],
  ])("with %s get the message, and nothing is stored", async (_, parts, errors) => {
    expect(await upload(world, ana, parts)).toEqual({ errors });
    expect(await findStored(world, ana)).toEqual(nothing);
  });

  test("may have the thumbnail before the texts", async () => {
    expect(await upload(world, ana, [thumbnailPart(), ...textParts(), videoPart()])).toHaveProperty(
      "videoId",
    );
  });

  test("without files, as sent by a browser by name only, miss them", async () => {
    const form = { source: "file", title: "Aula", description: "x", price: "1", video: "aula.mp4" };
    const request = makeRequest({ path: "/creator/upload", form });
    expect(await upload(world, ana, request)).toEqual({ errors: { ...noVideo, ...noThumbnail } });
  });

  test("with two videos count the first one", async () => {
    const parts = [...textParts(), thumbnailPart(), videoPart(makeMp4(1_000)), videoPart(makeMp4(2_000))];
    const row = await publish(world, ana, parts);
    expect(await object(row.video_url)).toHaveLength(1_000);
    expect((await findStored(world, ana)).objects).toHaveLength(objectsPerVideo);
  });

  test("with a repeated text count the last one", async () => {
    const titles = [...textParts({ title: "Primeiro" }), ...textParts({ title: "Último" })];
    const row = await publish(world, ana, [...titles, thumbnailPart(), videoPart()]);
    expect(row).toMatchObject({ title: "Último" });
  });

  test.each(["__proto__", "constructor", "toString"])("may have a field named %s", async (name) => {
    const parts = [...textParts(), { name, content: "x" }, thumbnailPart(), videoPart()];
    expect(await upload(world, ana, parts)).toHaveProperty("videoId");
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
    expect(await upload(world, ana, request)).toEqual({ broken: true });
    expect(await findStored(world, ana)).toEqual(nothing);
  });
});

describe("a form refused early is still read to its end, so that the response arrives", () => {
  const large = 3 * 1024 * 1024;
  const [texts, thumbnail, video] = [textParts(), thumbnailPart(), videoPart(makeMp4(large))];

  const wrongThumbnail = { thumbnail: "videos.thumbnailFormat" };

  test.each([
    [
      "a large file of another kind",
      [...texts, thumbnail, videoPart(Buffer.alloc(large))],
      { video: "videos.videoFormat" },
    ],
    ["a wrong price", [...textParts({ price: "x" }), thumbnail, video], { price: "videos.priceInvalid" }],
    ["a wrong thumbnail", [...texts, thumbnailPart(Buffer.from("x")), video], wrongThumbnail],
    [
      "a thumbnail far too large",
      [...texts, thumbnailPart(Buffer.alloc(4 * large)), videoPart()],
      { thumbnail: "videos.thumbnailTooLarge" },
    ],
  ])("with %s", async (_, parts, errors) => {
    const late = textParts({ title: "depois" }).slice(1, 2);
    expect(await upload(world, ana, [...parts, ...late])).toEqual({ errors });
    expect(await findStored(world, ana)).toEqual(nothing);
  });
});

test.each(["../../../etc/passwd.mp4", "..", "a.html", `${"a".repeat(300)}.mp4`, "ação 🍞.mp4"])(
  "a file named %j is stored under a safe key of its creator",
  async (fileName) => {
    const parts = [...textParts(), { ...thumbnailPart(), fileName }, { ...videoPart(), fileName }];
    const row = await publish(world, ana, parts);
    const { objects, halfWritten } = await findStored(world, ana);
    const thumbnail = keyOfThumbnail(row.thumbnail_url);
    expect(objects).toHaveLength(objectsPerVideo);
    expect(objects).toEqual(expect.arrayContaining([`objects/${row.video_url}`, `objects/${thumbnail}`]));
    expect(halfWritten).toEqual([]);
    for (const path of objects) {
      expect(isStorageKey(path.slice("objects/".length))).toBe(true);
      expect(path).toMatch(/\.(mp4|webp)$/);
    }
    expect(row.file_name).toMatch(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$/);
  },
);

const megabyte = 1024 * 1024;
const formOf = (title = "Pão de queijo") => [
  ...textParts({ title }),
  thumbnailPart(),
  videoPart(makeMp4(2 * megabyte)),
];
const withStore = (fault: Fault, broken = storage): TestWorld => ({
  ...world,
  services: { ...world.services, storage: breakStorage(broken, fault) },
});

describe("a publication whose store fails", () => {
  test.each<[string, Omit<Fault, "operation">, string]>([
    ["before the video's first byte", { key: /\.mp4$/ }, "Video"],
    ["in the middle of the video", { key: /\.mp4$/, afterBytes: megabyte }, "Video"],
    ["at the thumbnail, after the video", { key: /\.webp$/ }, "Thumbnail"],
  ])("(%s) names that step and leaves nothing", async (_, where, step) => {
    const fault: Fault = { operation: "put", ...where };
    const outcome = await upload(withStore(fault), ana, formOf());
    expect(outcome).toMatchObject({
      failedAt: `videos.upload${step}Failed`,
      reason: { name: "StorageError", reason: fault.reason ?? "unavailable" },
    });
    expect(await findStored(world, ana)).toEqual(nothing);
  });

  test("and cannot remove the file either returns the first error, logs the second, and the sweep removes the file", async () => {
    const putFails = breakStorage(storage, { operation: "put", key: /\.webp$/ });
    const broken = withStore({ operation: "remove" }, putFails);
    expect(await upload(broken, ana, formOf())).toMatchObject({ failedAt: "videos.uploadThumbnailFailed" });
    expect(world.logged.at(-1)).toMatchObject({ level: 50, msg: "an upload could not be removed" });
    world.advance(3_600_001);
    await sweepAbandoned(world.services);
    expect(await findStored(world, ana)).toEqual(nothing);
  });

  test("with an unknown error throws it unchanged as a bug, and removes the upload", async () => {
    const put = async () => {
      throw new TypeError("planted bug");
    };
    const buggy = { ...world, services: { ...world.services, storage: { ...storage, put } } };
    await expect(upload(buggy, ana, formOf())).rejects.toThrow("planted bug");
    expect(await findStored(world, ana)).toEqual(nothing);
  });
});

describe("a publication whose database fails", () => {
  beforeAll(async () => {
    await failWrites(db, ["INSERT", "NEW.title = 'at the record'"], ["UPDATE", "NEW.title = 'at saving'"]);
  });

  const link = { source: "youtube", youtubeUrl: "https://youtu.be/dQw4w9WgXcQ", title: "at saving" };

  test.each([
    ["at the record", formOf("at the record"), "videos.uploadRecordFailed"],
    ["at saving", formOf("at saving"), "videos.uploadSaveFailed"],
    ["at saving a link", [...textParts(link), thumbnailPart()], "videos.uploadSaveFailed"],
  ])("(%s) names that step and leaves nothing", async (_, sent, step) => {
    expect(await upload(world, ana, sent)).toMatchObject({ failedAt: step, reason: { code: "53100" } });
    expect(await findStored(world, ana)).toEqual(nothing);
  });

  test("after the commit keeps the video and its files", async () => {
    const deaf = db.withoutPlugins();
    let transactions = 0;
    const execute: ReturnType<typeof db.transaction>["execute"] = async (work) => {
      const result = await db.transaction().execute(work);
      transactions += 1;
      // The first makes the record, the second publishes.
      if (transactions === 1) return result;
      throw new Error("connection lost");
    };
    deaf.transaction = () => Object.assign(db.transaction(), { execute });
    const lossy = { ...world, services: { ...world.services, db: deaf } };
    expect(await upload(lossy, ana, formOf())).toMatchObject({ failedAt: "videos.uploadSaveFailed" });
    const { rows, objects } = await findStored(world, ana);
    expect([rows.length, objects.length]).toEqual([1, objectsPerVideo]);
  });
});
