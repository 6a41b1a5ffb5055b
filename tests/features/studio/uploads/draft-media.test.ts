/** Pictures and trailers that are kept with a draft. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { draftKeptDays } from "~/features/studio/uploads/draft-limits";
import { listDraftFiles } from "~/features/studio/uploads/draft-media.queries.server";
import { deleteOldDrafts } from "~/features/studio/uploads/drafts.queries.server";
import { removeUnusedTrailer } from "~/features/videos/media/store-trailer.server";
import type { VideoConverter } from "~/integrations/conversion/converter";
import { StorageError } from "~/integrations/storage/storage";
import * as draft from "~/routes/creator/draft";
import * as upload from "~/routes/creator/upload";
import * as uploads from "~/routes/creator/uploads";
import { ask } from "../../../support/ask";
import type { Part } from "../../../support/multipart";
import { makeCreator, makeImage, makeMp4, type Person } from "../../../support/people";
import { findStored } from "../../../support/stored";
import { startTestWorld } from "../../../support/test-services";
import { objectsPerVideo, textParts, videoPart } from "../../../support/upload";
import { beginParts } from "./tus";

const world = await startTestWorld();
// Trailers are encoded later, by a job: any converter will do.
world.services.converter ??= {} as VideoConverter;
const { db, clock, storage } = world.services;
const image = await makeImage();
const clip = makeMp4();

let ana: Person;
beforeEach(async () => {
  ana = await makeCreator(world);
});

const picture = (content: Uint8Array = image): Part => ({
  name: "thumbnail",
  fileName: "capa.png",
  type: "image/png",
  content,
});
const trailer = (content: Uint8Array = clip): Part => ({
  name: "trailer",
  fileName: "convite.mp4",
  type: "video/mp4",
  content,
});

async function send(
  draftId: string,
  request: { form?: Record<string, string>; parts?: Part[] },
  person = ana,
) {
  const asked = { path: `/creator/drafts/${draftId}`, params: { draftId }, cookie: person.cookie };
  const answer = await ask(world, draft.action, { ...asked, ...request });
  return { status: answer.status, ...(answer.text ? JSON.parse(answer.text) : {}) };
}

async function makeDraft(): Promise<string> {
  const draftId = randomUUID();
  expect(await send(draftId, { form: { intent: "make" } })).toEqual({ status: 200, ok: true, revision: 1 });
  return draftId;
}

const mediaOf = (draftId: string) =>
  db
    .selectFrom("video_drafts")
    .select(["thumbnail_url", "trailer_key", "trailer_name"])
    .where("id", "=", draftId)
    .executeTakeFirst();

/** Sends the plain form, whose empty file inputs send empty files. */
async function publish(draftId: string, changes: Record<string, string> = {}, files: Part[] = [videoPart()]) {
  const empty = { name: "thumbnail", fileName: "", content: new Uint8Array() };
  const isChosen = files.some(({ name }) => name === "thumbnail");
  const parts = [
    ...textParts({ draftId, draftRevision: "1", ...changes }),
    ...(isChosen ? [] : [empty]),
    ...files,
  ];
  return ask(world, upload.action, { path: "/creator/upload", parts, cookie: ana.cookie });
}

const videosOf = ({ userId }: Person) =>
  db.selectFrom("videos").selectAll().where("creator_id", "=", userId).execute();

/** Runs the removals that are due, as the queue does. */
async function removeDue(): Promise<void> {
  const { rows } = await sql<{ task: string; key: string }>`
    SELECT tasks.identifier AS task, jobs.payload->>'key' AS key FROM graphile_worker._private_jobs AS jobs
    JOIN graphile_worker._private_tasks AS tasks ON tasks.id = jobs.task_id
    WHERE jobs.payload->>'key' LIKE ${`${ana.userId}/%`} AND jobs.run_at <= now() + interval '1 minute'
  `.execute(db);
  for (const { task, key } of rows) {
    if (task === "remove-replaced-file") await storage.remove(key);
    if (task === "remove-unused-trailer") await removeUnusedTrailer({ db, storage }, { key });
  }
}

describe("a picture and a trailer that are chosen while the form is filled in", () => {
  test("are open on another device and are published with the video", async () => {
    const draftId = await makeDraft();
    const kept = await send(draftId, { parts: [picture()] });
    expect(kept).toMatchObject({
      status: 200,
      ok: true,
      thumbnailUrl: expect.stringContaining("_capa.webp"),
    });
    expect(await send(draftId, { parts: [trailer()] })).toMatchObject({
      ok: true,
      trailerName: "convite.mp4",
    });
    const path = `/creator/upload?draft=${draftId}`;
    const { data } = await ask(world, upload.loader, { path, cookie: ana.cookie });
    expect(data).toMatchObject({ draft: { thumbnailUrl: kept.thumbnailUrl, trailerName: "convite.mp4" } });
    const { trailer_key } = (await mediaOf(draftId)) ?? {};

    const answer = await publish(draftId);
    expect([answer.status, answer.data]).toEqual([303, undefined]);
    const [video] = await videosOf(ana);
    expect(video).toMatchObject({ preview_kind: "trailer", published_at: expect.any(Date) });
    expect([video?.preview_key, video?.preview_source]).toContain(trailer_key);
    expect(video?.thumbnail_url).toMatch(/_capa\.webp$/);
    expect(video?.thumbnail_url).not.toBe(kept.thumbnailUrl);
    await removeDue();
    expect((await findStored(world, ana.userId)).objects).toHaveLength(objectsPerVideo + 1);
  });

  test("are published with a resumable upload", async () => {
    const draftId = await makeDraft();
    await send(draftId, { parts: [picture()] });
    await send(draftId, { parts: [trailer()] });
    const parts = beginParts(makeMp4(), { draftId, draftRevision: "1", thumbnail: undefined });
    const answer = await ask(world, uploads.action, { path: "/creator/uploads", parts, cookie: ana.cookie });
    expect(answer.status).toBe(201);
    expect(await videosOf(ana)).toMatchObject([
      { preview_kind: "trailer", thumbnail_url: expect.any(String) },
    ]);
  });

  test("a picture chosen in the form takes precedence over the draft's, and that over a drawn cover", async () => {
    const cover = { coverDrawing: "ipe", coverGround: "mata", coverTitle: "Pão" };
    const draftId = await makeDraft();
    await send(draftId, { parts: [picture()] });
    await publish(draftId, cover);
    const other = await makeDraft();
    await send(other, { parts: [picture()] });
    await publish(other, cover, [{ ...picture(), fileName: "outra.png" }, videoPart()]);
    const urls = (await videosOf(ana)).map(({ thumbnail_url }) => thumbnail_url?.split("_").at(-1));
    expect(urls.sort()).toEqual(["capa.webp", "outra.webp"]);
  });

  test("are not published if the form leaves them out", async () => {
    const draftId = await makeDraft();
    await send(draftId, { parts: [picture()] });
    await send(draftId, { parts: [trailer()] });
    const answer = await publish(draftId, { dropThumbnail: "on", dropTrailer: "on" });
    expect(answer).toMatchObject({ status: 400, data: { errors: { thumbnail: "videos.thumbnailMissing" } } });
    expect(await videosOf(ana)).toEqual([]);
    const cover = { coverDrawing: "ipe", coverGround: "mata", coverTitle: "Pão" };
    await publish(draftId, { dropThumbnail: "on", dropTrailer: "on", ...cover });
    expect(await videosOf(ana)).toMatchObject([
      { preview_kind: "excerpt", thumbnail_url: expect.stringContaining("capa-ipe") },
    ]);
  });

  test("a new choice removes the previous file", async () => {
    const draftId = await makeDraft();
    for (const part of [picture(), picture(), trailer(), trailer()]) await send(draftId, { parts: [part] });
    await removeDue();
    const media = await mediaOf(draftId);
    const { objects } = await findStored(world, ana.userId);
    expect(objects).toHaveLength(objectsPerVideo);
    expect(objects).toContain(`objects/${media?.trailer_key}`);
  });

  test.each<[string, (draftId: string) => Promise<unknown>]>([
    ["deleted by its creator", (draftId) => send(draftId, { form: { intent: "delete" } })],
    [
      "forgotten",
      async () => {
        world.advance((draftKeptDays + 1) * 86_400_000);
        await deleteOldDrafts(db, { before: clock(), limit: 10 });
      },
    ],
  ])("a draft that is %s takes them along", async (_, end) => {
    const draftId = await makeDraft();
    await send(draftId, { parts: [picture()] });
    await send(draftId, { parts: [trailer()] });
    const { trailer_key: key } = (await mediaOf(draftId)) ?? {};
    // The removal that was scheduled in case no form came.
    await removeUnusedTrailer({ db, storage }, { key: key ?? "" });
    expect((await findStored(world, ana.userId)).objects).toHaveLength(objectsPerVideo);
    await end(draftId);
    await removeDue();
    expect((await findStored(world, ana.userId)).objects).toEqual([]);
  });

  test("the erasure of an account finds the files of all its drafts", async () => {
    const draftId = await makeDraft();
    for (const part of [picture(), trailer()]) await send(draftId, { parts: [part] });
    const files = (await listDraftFiles(db, ana.userId)).map((key) => `objects/${key}`);
    expect(files.sort()).toEqual((await findStored(world, ana.userId)).objects);
  });

  test("another creator's draft, one that is gone and a file of another type get nothing", async () => {
    const draftId = await makeDraft();
    const beto = await makeCreator(world);
    for (const part of [picture(), trailer()]) {
      expect(await send(draftId, { parts: [part] }, beto)).toEqual({
        status: 400,
        ok: false,
        error: "drafts.gone",
      });
      expect(await send(randomUUID(), { parts: [part] })).toMatchObject({ error: "drafts.gone" });
      const text = { ...part, content: Buffer.from("text") };
      expect(await send(draftId, { parts: [text] })).toMatchObject({ status: 400, ok: false });
    }
    expect(await send(draftId, { form: { intent: "make" } }, beto)).toMatchObject({ status: 410 });
    expect(await mediaOf(draftId)).toEqual({ thumbnail_url: null, trailer_key: null, trailer_name: null });
    expect((await findStored(world, beto.userId)).objects).toEqual([]);
    expect((await findStored(world, ana.userId)).objects).toEqual([]);
  });

  test("another creator's draft lends its picture to no form", async () => {
    const beto = await makeCreator(world);
    const own = ana;
    ana = beto;
    const draftId = await makeDraft();
    await send(draftId, { parts: [picture()] });
    ana = own;
    expect(await publish(draftId, { draftRevision: "0" })).toMatchObject({
      data: { errors: { thumbnail: "videos.thumbnailMissing" } },
    });
  });

  test("a store that fails is status 503, and the draft names no picture", async () => {
    const draftId = await makeDraft();
    vi.spyOn(storage, "put").mockRejectedValueOnce(new StorageError("unavailable", "put", new Error("away")));
    expect(await send(draftId, { parts: [picture()] })).toEqual({ status: 503 });
    expect(await mediaOf(draftId)).toMatchObject({ thumbnail_url: null });
  });
});
