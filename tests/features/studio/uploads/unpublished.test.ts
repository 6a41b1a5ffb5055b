/** A video before it is on sale: its chosen file, what is typed, its pictures, and the press that publishes it. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { videoMaxBytes } from "~/features/base/files/accepted-files";
import { deleteVideo } from "~/features/studio/own-videos/delete-video.server";
import { sweepAbandoned } from "~/features/studio/uploads/discard-upload.server";
import { finishUpload } from "~/features/studio/uploads/finish-upload.server";
import { closeOldUnpublished } from "~/features/studio/uploads/unpublished.queries.server";
import { maxUnpublished } from "~/features/studio/uploads/upload-limits";
import { StorageError } from "~/integrations/storage/storage";
import * as unpublished from "~/routes/creator/unpublished";
import * as upload from "~/routes/creator/upload";
import * as uploads from "~/routes/creator/uploads";
import * as videos from "~/routes/creator/videos";
import { type Asked, ask } from "../../../support/ask";
import { failWrites } from "../../../support/failing-writes";
import { startHttpApp } from "../../../support/http-app";
import type { Part } from "../../../support/multipart";
import { makeImage, makeMp4, signIn } from "../../../support/people";
import { addCreator } from "../../../support/rows";
import { findStored, nothing } from "../../../support/stored";
import { findRow, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { readAsset } from "../../../support/upload";
import {
  begin,
  beginParts,
  mustBegin,
  mustHold,
  offsetOf,
  patch,
  release,
  type Sender,
  videoParts,
} from "./tus";

const world = await startTestWorld({ TRUSTED_PROXY_HOPS: "1" });
const { db } = world.services;
const { port } = await startHttpApp(world);
const file = makeMp4(200_000);
const half = 100_000;
const image = await makeImage();

let userId: string;
let sender: Sender;
beforeEach(async () => {
  ({ userId, sender } = await newCreator());
});
afterEach(async () => {
  for (const { id } of await readRows(db, "videos", { creator_id: userId }, "id"))
    await deleteVideo(world.services, { creatorId: userId, videoId: id });
});

async function newCreator() {
  const creatorId = await addCreator(db);
  return { userId: creatorId, sender: { port, cookie: await signIn(world, creatorId) } };
}

const videoOf = (id: string) => findRow(db, "videos", { id });
const keptOf = (id: string) => findRow(db, "unpublished_videos", { video_id: id });
const send = (id: string, from: number, to = file.length) => patch(sender, id, from, file.subarray(from, to));

async function askUnpublished(videoId: string, asked: Pick<Asked, "form" | "parts">, { cookie } = sender) {
  const path = `/creator/videos/${videoId}/unpublished`;
  const { status, text } = await ask(world, unpublished.action, { path, cookie, ...asked });
  const said = JSON.parse(text || "{}") as { pictures?: string[]; cover?: string };
  return { status, ...said };
}
const save = (videoId: string, form: Record<string, string>, who = sender) =>
  askUnpublished(videoId, { form }, who);
const keep = (videoId: string, parts: Part[], who = sender) => askUnpublished(videoId, { parts }, who);
const frame = (second: number) => ({ name: "frame", fileName: `capa-${second}s.jpg`, content: image });

async function beginLink(youtubeUrl = "https://youtu.be/dQw4w9WgXcQ") {
  const form = { intent: "begin", youtubeUrl };
  const answer = await ask(world, upload.action, { path: "/creator/upload", form, cookie: sender.cookie });
  return { ...answer, id: /[0-9a-f-]{36}/.exec(answer.location ?? "")?.[0] ?? "" };
}

describe("a file is checked before a byte of it is stored", () => {
  test.each<[string, Record<string, string | Uint8Array | undefined>, string]>([
    ["no file", { videoBytes: undefined }, "videos.videoMissing"],
    ["an empty file", { videoBytes: "0" }, "videos.videoMissing"],
    ["a negative length", { videoBytes: "-1" }, "videos.videoMissing"],
    ["a byte too many", { videoBytes: String(videoMaxBytes + 1) }, "videos.videoTooLarge"],
    ["a length beyond numbers", { videoBytes: "9".repeat(15) }, "videos.videoTooLarge"],
    ["no mark", { videoMark: undefined }, "videos.videoMissing"],
    ["a mark with more in it", { videoMark: "a b" }, "videos.videoMissing"],
    ["a zip", { videoHead: Buffer.from("PK\u0003\u0004".padEnd(200, "x")) }, "videos.videoFormat"],
    ["a WebM", { videoHead: Buffer.from("1a45dfa3", "hex") }, "videos.videoFormat"],
    ["no beginning", { videoHead: undefined }, "videos.videoFormat"],
    ["much instead of a beginning", { videoHead: Buffer.alloc(8_000_000) }, "videos.videoFormat"],
  ])("and refused for %s", async (_what, changes, error) => {
    const answer = await begin(sender, beginParts(file, changes));
    expect([answer.status, JSON.parse(answer.body)]).toEqual([400, { ok: false, error }]);
    expect(await findStored(world, userId)).toEqual(nothing);
  });

  test("and refused without storing anything if the body is not a form", async () => {
    const headers = { "Content-Type": "application/json" };
    const answer = await ask(world, uploads.action, {
      path: "/creator/uploads",
      body: "{}",
      headers,
      cookie: sender.cookie,
    });
    expect(answer.status).toBe(400);
    expect(await findStored(world, userId)).toEqual(nothing);
  });
});

test("a file's type is detected by its first bytes, under any name", async () => {
  const real = Buffer.from(readAsset("clip.mov"));
  const answer = await begin(sender, beginParts(real, { videoName: "../../Minha aula, 1ª.exe" }));
  const { videoId } = JSON.parse(answer.body) as { videoId: string };
  expect(await videoOf(videoId)).toMatchObject({
    file_name: "Minha_aula__1_.exe",
    video_url: expect.stringMatching(/_Minha_aula__1_\.mov$/),
    published_at: null,
  });
  expect(await findRow(db, "resumable_uploads", { video_id: videoId })).toMatchObject({ bytes: real.length });
});

test("a file of the maximum size is accepted", async () => {
  expect((await begin(sender, beginParts(file, { videoBytes: String(videoMaxBytes) }))).status).toBe(201);
});

test("an upload whose record cannot be stored blames the database and not the store, and leaves nothing", async () => {
  await failWrites(db, ["INSERT", `NEW.creator_id = '${userId}'`]);
  const answer = await begin(sender, beginParts(file));
  expect(answer.status).toBe(503);
  expect(JSON.parse(answer.body)).toEqual({
    ok: false,
    error: "videos.uploadRecordFailed",
    reason: "creator.reasonDatabase",
  });
  expect(await findStored(world, userId)).toMatchObject({ rows: [], objects: [] });
});

describe("what is typed", () => {
  test("is saved as typed, and is not in the shop's words", async () => {
    const id = await mustHold(sender, file);
    const typed = { title: " Pão ", price: "quarenta", revision: "1" };
    const saved = { status: 200, ok: true, revision: 2 };
    expect(await save(id, typed)).toEqual(saved);
    expect(await keptOf(id)).toMatchObject({ fields: { title: "Pão", price: "quarenta" }, revision: 2 });
    expect(await videoOf(id)).toMatchObject({ title: "Sem título", published_at: null });
    // The answer was lost: the request is repeated.
    expect(await save(id, typed)).toEqual(saved);
  });

  test("of two tabs, the second that saves learns of the first, and overwrites only knowingly", async () => {
    const id = await mustHold(sender, file);
    const answers = await Promise.all(["a", "b"].map((title) => save(id, { title, revision: "1" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers).toContainEqual({ status: 409, ok: false, error: "changed", revision: 2 });
    expect(await save(id, { title: "c", revision: "2" })).toMatchObject({ ok: true });
  });

  test("is not saved for another creator, a published video or one that is gone, nor when it is too long", async () => {
    const id = await mustHold(sender, file);
    const beto = await newCreator();
    expect(await save(id, { title: "x" }, beto.sender)).toEqual({ status: 410, ok: false, error: "gone" });
    expect(await save(randomUUID(), { title: "x" })).toMatchObject({ status: 410 });
    expect(await save(id, { description: "x".repeat(41_000), revision: "1" })).toMatchObject({
      status: 400,
      error: "tooLong",
    });
    await send(id, 0);
    await release(sender, id);
    expect(await save(id, { title: "x" })).toMatchObject({ status: 410 });
  });

  test("is deleted with its pictures and file when it was not saved for ninety days", async () => {
    const id = await mustHold(sender, file);
    await keep(id, [frame(1)]);
    const now = world.services.clock();
    expect(await closeOldUnpublished(db, { before: now, now, limit: 10 })).toBe(0);
    expect(await closeOldUnpublished(db, { before: new Date(now.getTime() + 1), now, limit: 10 })).toBe(1);
    world.advance(3_600_001);
    await sweepAbandoned(world.services);
    expect(await findStored(world, userId)).toEqual(nothing);
  });
});

describe("the cover", () => {
  test("is the best frame by itself, another by its number, and all but it are removed at last", async () => {
    const id = await mustHold(sender, file);
    const kept = await keep(id, [{ name: "best", content: "1" }, frame(1), frame(2), frame(3)]);
    expect(kept).toMatchObject({ status: 200, ok: true, cover: kept.pictures?.[1] });
    await save(id, { title: "Pão", revision: "1", cover: "2" });
    expect((await videoOf(id))?.thumbnail_url).toBe(kept.pictures?.[2]);
    // Frames that come later, and a picture that is sent: the latter is chosen.
    await keep(id, [{ name: "best", content: "0" }, frame(4)]);
    expect((await videoOf(id))?.thumbnail_url).toBe(kept.pictures?.[2]);
    const sent = await keep(id, [{ name: "thumbnail", fileName: "capa.png", content: image }]);
    expect(sent.cover).toMatch(/_capa\.webp$/);
    expect(sent.pictures).toHaveLength(5);
    await send(id, 0);
    await release(sender, id, videoParts({ thumbnail: undefined }));
    expect((await videoOf(id))?.thumbnail_url).toBe(sent.cover);
    const { rows } = await sql`
      SELECT FROM graphile_worker._private_jobs WHERE payload ->> 'key' LIKE ${`${userId}/thumbs/%`}`.execute(
      db,
    );
    expect(rows).toHaveLength(8);
  });

  test("is drawn for a video that has none, and can be drawn on request", async () => {
    const id = await mustHold(sender, file);
    const drawn = await keep(id, [
      { name: "coverDrawing", content: "ipe" },
      { name: "coverGround", content: "mata" },
      { name: "title", content: "Pão" },
      { name: "thumbnail", fileName: "", content: new Uint8Array() },
    ]);
    expect(drawn.cover).toMatch(/_capa-ipe\.webp$/);
    const other = await mustHold(sender, makeMp4(1_000));
    expect((await release(sender, other, videoParts({ thumbnail: undefined }))).status).toBe(303);
    expect((await videoOf(other))?.thumbnail_url).toMatch(/_capa-[a-z]+\.webp$/);
  });

  test("another file's frames take the place of the first file's", async () => {
    const id = await mustHold(sender, file);
    await keep(id, [{ name: "best", content: "0" }, frame(1), frame(2)]);
    const anew = await keep(id, [{ name: "anew", content: "1" }, { name: "best", content: "0" }, frame(7)]);
    expect(anew).toMatchObject({ pictures: [expect.stringMatching(/_capa-7s/)], cover: anew.pictures?.[0] });
  });

  test("another creator's video, one that is gone and a file of another type get no picture", async () => {
    const id = await mustHold(sender, file);
    const beto = await newCreator();
    expect(await keep(id, [frame(1)], beto.sender)).toMatchObject({ status: 410, error: "drafts.gone" });
    expect(await keep(id, [{ name: "thumbnail", fileName: "a.png", content: file }])).toMatchObject({
      status: 400,
      error: "videos.thumbnailFormat",
    });
    expect(await keptOf(id)).toMatchObject({ pictures: [] });
    expect((await findStored(world, userId)).objects).toEqual([]);
  });

  test("a store that fails is status 503, and no picture is named", async () => {
    const id = await mustHold(sender, file);
    vi.spyOn(world.services.storage, "put").mockRejectedValueOnce(
      new StorageError("unavailable", "put", new Error("away")),
    );
    expect(await keep(id, [frame(1)])).toEqual({ status: 503 });
    expect(await keptOf(id)).toMatchObject({ pictures: [] });
  });
});

describe("Publicar", () => {
  test("before the file is complete is published by the last byte; undone, it is not", async () => {
    const id = await mustBegin(sender, file);
    await send(id, 0, half);
    expect((await videoOf(id))?.published_at).toBeNull();
    expect((await release(sender, id, videoParts({ intent: "undo" }))).status).toBe(303);
    await send(id, half);
    expect((await videoOf(id))?.published_at).toBeNull();
    expect((await release(sender, id)).headers.location).toMatch(new RegExp(`/creator/videos/${id}/share$`));
    expect(await videoOf(id)).toMatchObject({
      title: "Pão de queijo",
      price_cents: 4990,
      published_at: world.services.clock(),
    });
    expect(await keptOf(id)).toBeUndefined();
  });

  test("and the last byte at the same time publish one video, and so do three presses at once", async () => {
    const id = await mustHold(sender, file);
    await send(id, 0, half);
    await Promise.all([send(id, half), release(sender, id)]);
    expect((await videoOf(id))?.published_at).not.toBeNull();
    const other = await mustHold(sender, makeMp4(50_000));
    await patch(sender, other, 0, makeMp4(50_000));
    const answers = await Promise.all([1, 2, 3].map(() => release(sender, other)));
    expect(answers.every(({ status }) => status === 303 || status === 404 || status === 400)).toBe(true);
    expect((await videoOf(other))?.published_at).not.toBeNull();
  });

  test("with an invalid form publishes nothing, and keeps all that was typed", async () => {
    const id = await mustHold(sender, file);
    await send(id, 0);
    const answer = await release(sender, id, videoParts({ price: "x", description: "" }));
    expect(answer.status).toBe(400);
    expect(await videoOf(id)).toMatchObject({ published_at: null });
    expect(await keptOf(id)).toMatchObject({ fields: { title: "Pão de queijo", price: "x" } });
  });

  test("without a file asks for one; a store that fails publishes it later", async () => {
    const id = await mustHold(sender, file);
    await send(id, 0, half);
    await send(id, half);
    vi.spyOn(world.services.storage.resumable, "offset").mockRejectedValueOnce(
      new StorageError("unavailable", "start", new Error("away")),
    );
    expect((await release(sender, id)).headers.location).toMatch(/\/creator\/videos$/);
    await finishUpload(world.services, { creatorId: userId, videoId: id });
    expect((await videoOf(id))?.published_at).not.toBeNull();
    const other = await mustHold(sender, makeMp4(1_000));
    await patch(sender, other, 0, Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(996)]));
    expect(await videoOf(other)).toMatchObject({ video_url: null, deleted_at: null });
    const refused = await release(sender, other);
    expect(refused.status).toBe(400);
    expect(refused.body).toContain("Selecione um arquivo de vídeo");
  });

  test("is not for another creator, whose area does not even show it", async () => {
    const id = await mustHold(sender, file);
    await send(id, 0);
    const beto = await newCreator();
    expect((await release(beto.sender, id)).status).toBe(404);
    expect(await offsetOf(beto.sender, id)).toBeUndefined();
    expect((await videoOf(id))?.published_at).toBeNull();
  });
});

describe("the file", () => {
  test("chosen again goes on in the same video, and another takes its place there", async () => {
    const id = await mustHold(sender, file);
    await send(id, 0, half);
    expect(await mustHold(sender, file)).toBe(id);
    expect(await offsetOf(sender, id)).toBe(half);
    const other = makeMp4(50_000);
    expect(await mustHold(sender, other, { videoId: id })).toBe(id);
    expect(await offsetOf(sender, id)).toBe(0);
    await patch(sender, id, 0, other);
    await release(sender, id);
    const { objects, halfWritten } = await findStored(world, userId);
    expect(halfWritten).toEqual([]);
    expect(objects.filter((key) => key.endsWith(".mp4"))).toHaveLength(1);
  });

  test("is swept after a week where it is unfinished, and what was typed stays", async () => {
    const id = await mustHold(sender, file);
    await send(id, 0, half);
    world.advance(7 * 86_400_000 + 1);
    await sweepAbandoned(world.services);
    expect(await keptOf(id)).toMatchObject({ fields: { title: "Aula" } });
  });
});

test("a link becomes an unpublished video and is published without a file; a wrong one is refused beside its field", async () => {
  const { id } = await beginLink();
  expect(await videoOf(id)).toMatchObject({ video_type: "youtube", published_at: null });
  expect((await release(sender, id, videoParts({ thumbnail: undefined }))).headers.location).toMatch(
    /\/share$/,
  );
  expect(await videoOf(id)).toMatchObject({
    published_at: world.services.clock(),
    thumbnail_url: expect.any(String),
  });
  expect(await beginLink("https://example.com")).toMatchObject({
    status: 400,
    data: { errors: { youtubeUrl: "videos.youtubeInvalid" } },
  });
});

test("a creator has twenty unpublished videos and ten files at most, and deletes them without a password", async () => {
  await setRows(db, "users", { id: userId }, { videos_a_day: 100 });
  const files = await Promise.all(
    Array.from({ length: 12 }, (_, at) => begin(sender, beginParts(makeMp4(1_000 + at)))),
  );
  expect(files.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 400, 400]);
  for (let at = 10; at < maxUnpublished; at += 1) expect((await beginLink()).status).toBe(303);
  expect(await beginLink()).toMatchObject({ status: 400, data: { errors: { form: "drafts.tooMany" } } });
  const rows = await readRows(db, "videos", { creator_id: userId }, "id");
  expect(rows).toHaveLength(20);
  for (const { id } of rows)
    await ask(world, videos.action, {
      path: "/creator/videos",
      form: { intent: "delete", videoId: id },
      cookie: sender.cookie,
    });
  expect(await findStored(world, userId)).toEqual(nothing);
});
