import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { thumbnailMaxBytes, videoMaxBytes } from "~/features/base/files/accepted-files";
import { dropUpload } from "~/features/studio/uploads/discard-upload.server";
import { maxUnfinishedUploads } from "~/features/studio/uploads/resumable-limits";
import { listUnfinishedUploads } from "~/features/studio/uploads/resumable-uploads.queries.server";
import { startUpload } from "~/features/studio/uploads/start-upload.server";
import { loader } from "~/routes/creator/upload";
import { action } from "~/routes/creator/uploads";
import { asOwner } from "../../../support/as-owner";
import { ask, makeRequest } from "../../../support/ask";
import type { Part } from "../../../support/multipart";
import { makeMp4, signIn } from "../../../support/people";
import { addCreator } from "../../../support/rows";
import { findStored, nothing } from "../../../support/stored";
import { startTestWorld } from "../../../support/test-services";
import { readAsset } from "../../../support/upload";
import { beginParts } from "./tus";

const world = await startTestWorld();
const file = makeMp4(100_000);

let userId: string;
let cookie: string;
beforeEach(async () => {
  userId = await addCreator(world.services.db);
  cookie = await signIn(world, userId);
});

afterEach(async () => {
  for (const { id } of await listUnfinishedUploads(world.services.db, userId))
    await dropUpload(world.services, { creatorId: userId, videoId: id });
});

const begin = (parts: Part[]) => ask(world, action, { path: "/creator/uploads", parts, cookie });

interface Refused {
  errors: Record<string, string>;
}

const tooMuch = Buffer.alloc(thumbnailMaxBytes + 1);

describe("an upload is checked before a byte of the video is sent", () => {
  test.each<[string, Record<string, string | Uint8Array | undefined>, Record<string, string>]>([
    ["no title", { title: "" }, { title: "videos.fillAll" }],
    ["no description", { description: undefined }, { description: "videos.fillAll" }],
    ["a price that is none", { price: "dez" }, { price: "videos.priceInvalid" }],
    ["a price too low", { price: "0,49" }, { price: "videos.priceTooLow" }],
    ["no thumbnail", { thumbnail: undefined }, { thumbnail: "videos.thumbnailMissing" }],
    ["an empty thumbnail", { thumbnail: new Uint8Array() }, { thumbnail: "videos.thumbnailMissing" }],
    ["a thumbnail that is none", { thumbnail: file }, { thumbnail: "videos.thumbnailFormat" }],
    ["a thumbnail too large", { thumbnail: tooMuch }, { thumbnail: "videos.thumbnailTooLarge" }],
    [
      "a link instead",
      { source: "youtube", youtubeUrl: "https://youtu.be/dQw4w9WgXcQ" },
      { source: "videos.sourceUnknown" },
    ],
    ["no file", { videoBytes: undefined }, { video: "videos.videoMissing" }],
    ["an empty file", { videoBytes: "0" }, { video: "videos.videoMissing" }],
    ["a length that is none", { videoBytes: "-1" }, { video: "videos.videoMissing" }],
    ["a length in another notation", { videoBytes: "1e3" }, { video: "videos.videoMissing" }],
    ["a byte too many", { videoBytes: String(videoMaxBytes + 1) }, { video: "videos.videoTooLarge" }],
    ["a length beyond numbers", { videoBytes: "9".repeat(15) }, { video: "videos.videoTooLarge" }],
    ["no mark", { videoMark: undefined }, { video: "videos.videoMissing" }],
    ["a mark with more in it", { videoMark: "a b" }, { video: "videos.videoMissing" }],
    ["a zip", { videoHead: Buffer.from("PK\u0003\u0004".padEnd(200, "x")) }, { video: "videos.videoFormat" }],
    ["a WebM", { videoHead: Buffer.from("1a45dfa3", "hex") }, { video: "videos.videoFormat" }],
    ["no beginning", { videoHead: undefined }, { video: "videos.videoFormat" }],
    ["an empty beginning", { videoHead: new Uint8Array() }, { video: "videos.videoFormat" }],
    ["much instead of a beginning", { videoHead: Buffer.alloc(8_000_000) }, { video: "videos.videoFormat" }],
    [
      "everything wrong at once",
      { title: "", price: "", videoBytes: "", thumbnail: undefined },
      {
        title: "videos.fillAll",
        price: "videos.fillAll",
        video: "videos.videoMissing",
        thumbnail: "videos.thumbnailMissing",
      },
    ],
  ])("and refused for %s", async (_what, changes, errors) => {
    const answer = await begin(beginParts(file, changes));
    expect(answer.status).toBe(400);
    expect((JSON.parse(answer.text) as Refused).errors).toEqual(errors);
    expect(await findStored(world, userId)).toEqual(nothing);
  });

  test("and refused without storing anything if the body is not a form", async () => {
    const headers = { "Content-Type": "application/json" };
    const answer = await ask(world, action, { path: "/creator/uploads", body: "{}", headers, cookie });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("videos.uploadBroken");
    expect(await findStored(world, userId)).toEqual(nothing);
  });
});

test.each([
  ["clip-vp9.mp4", "mp4"],
  ["clip.mov", "mov"],
  ["clip.avi", "avi"],
])("%s is detected by its first bytes, under any name", async (asset, ending) => {
  const real = Buffer.from(readAsset(asset));
  const answer = await begin(beginParts(real, { videoName: "../../Minha aula, 1ª.exe" }));
  expect(answer.status).toBe(201);
  const row = await world.services.db
    .selectFrom("videos")
    .innerJoin("resumable_uploads", "video_id", "id")
    .selectAll()
    .where("creator_id", "=", userId)
    .executeTakeFirstOrThrow();
  expect(row.file_name).toBe("Minha_aula__1_.exe");
  expect(row.video_url).toMatch(new RegExp(`_Minha_aula__1_\\.${ending}$`));
  expect(row).toMatchObject({ bytes: real.length, published_at: null });
});

test("a file of the maximum size is accepted", async () => {
  expect((await begin(beginParts(file, { videoBytes: String(videoMaxBytes) }))).status).toBe(201);
});

test("unfinished uploads are offered to their creator only, newest first", async () => {
  await begin(beginParts(file, { title: "Primeira" }));
  world.advance(1_000);
  await begin(beginParts(file, { title: "Segunda", videoMark: "mark" }));
  const mine = await ask(world, loader, { path: "/creator/upload", cookie });
  expect(mine.data).toMatchObject({
    unfinished: [
      {
        id: expect.any(String),
        title: "Segunda",
        fileName: "aula.mp4",
        bytes: file.length,
        fileMark: "mark",
      },
      expect.objectContaining({ title: "Primeira" }),
    ],
  });
  const other = await signIn(world, await addCreator(world.services.db));
  expect((await ask(world, loader, { path: "/creator/upload", cookie: other })).data).toMatchObject({
    unfinished: [],
  });
});

test("a creator may have a limited number of unfinished uploads", async () => {
  for (let count = 0; count < maxUnfinishedUploads; count += 1)
    expect((await begin(beginParts(file))).status).toBe(201);
  const answer = await begin(beginParts(file));
  expect(answer.status).toBe(400);
  expect((JSON.parse(answer.text) as Refused).errors).toEqual({ form: "uploads.tooMany" });
  expect((await findStored(world, userId)).rows).toHaveLength(maxUnfinishedUploads);
});

test("the limit of unfinished uploads holds for thirty begun at once, and the refused ones leave nothing", async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => begin(beginParts(file))));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(maxUnfinishedUploads);
  for (const { status, text } of answers)
    if (status !== 201) expect((JSON.parse(text) as Refused).errors).toEqual({ form: "uploads.tooMany" });
  const { rows, objects, halfWritten } = await findStored(world, userId);
  expect(rows).toHaveLength(maxUnfinishedUploads);
  expect(objects).toHaveLength(2 * maxUnfinishedUploads);
  expect(halfWritten).toHaveLength(maxUnfinishedUploads);
});

test("an upload whose thumbnail cannot be stored names that step, and leaves nothing", async () => {
  const { services } = world;
  const broken = {
    ...services,
    storage: {
      ...services.storage,
      put: async () => {
        throw Object.assign(new Error("planted"), { name: "StorageError", reason: "unavailable" });
      },
    },
  };
  const request = makeRequest({ path: "/creator/uploads", parts: beginParts(file), cookie });
  await expect(startUpload(broken, userId, request)).rejects.toMatchObject({
    step: "videos.uploadThumbnailFailed",
    reason: "videos.reasonUnavailable",
  });
  expect(await findStored(world, userId)).toEqual(nothing);
});

test("an upload whose record cannot be stored blames the database and not the store, and leaves nothing", async () => {
  await asOwner(
    world.services.db,
    sql`
    CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'planted' USING ERRCODE = '53100'; END $$`,
  );
  await asOwner(
    world.services.db,
    sql`
    CREATE TRIGGER planted BEFORE INSERT ON videos FOR EACH ROW
    WHEN (NEW.title = 'no room') EXECUTE FUNCTION planted()`,
  );
  const answer = await begin(beginParts(file, { title: "no room" }));
  expect(answer.status).toBe(503);
  expect((JSON.parse(answer.text) as { failure: unknown }).failure).toEqual({
    step: "videos.uploadRecordFailed",
    reason: "creator.reasonDatabase",
  });
  expect(await findStored(world, userId)).toEqual(nothing);
});
