/** A file that is sent while the rest is typed. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { dropUpload } from "~/features/studio/uploads/discard-upload.server";
import { finishUpload } from "~/features/studio/uploads/finish-upload.server";
import { listUnfinishedUploads } from "~/features/studio/uploads/resumable-uploads.queries.server";
import { sweepAbandoned } from "~/features/studio/uploads/sweep-abandoned.server";
import { StorageError } from "~/integrations/storage/storage";
import * as draft from "~/routes/creator/draft";
import * as upload from "~/routes/creator/upload";
import * as uploads from "~/routes/creator/uploads";
import { ask } from "../../../support/ask";
import { startHttpApp } from "../../../support/http-app";
import { makeMp4, signIn } from "../../../support/people";
import { addCreator } from "../../../support/rows";
import { findStored, nothing } from "../../../support/stored";
import { startTestWorld } from "../../../support/test-services";
import { textParts, thumbnailPart } from "../../../support/upload";
import { beginParts, offsetOf, patch, publish, type Sender } from "./tus";

const world = await startTestWorld({ TRUSTED_PROXY_HOPS: "1" });
const { db } = world.services;
const { port } = await startHttpApp(world);
const file = makeMp4(200_000);
const half = 100_000;

let userId: string;
let sender: Sender;
beforeEach(async () => {
  ({ userId, sender } = await newCreator());
});
afterEach(async () => {
  for (const { id } of await db.selectFrom("videos").select("id").execute())
    await dropUpload(world.services, { creatorId: userId, videoId: id });
});

async function newCreator() {
  const creatorId = await addCreator(db);
  return { userId: creatorId, sender: { port, cookie: await signIn(world, creatorId) } };
}

const videoOf = (id: string) => db.selectFrom("videos").selectAll().where("id", "=", id).executeTakeFirst();
const draftsOf = (creatorId = userId) =>
  db.selectFrom("video_drafts").selectAll().where("creator_id", "=", creatorId).execute();

const only = new Set(["videoName", "videoBytes", "videoMark", "videoHead"]);

/** As the page does once a file is chosen. */
async function hold(draftId: string, revision = 0, content = file, { cookie } = sender) {
  const described = beginParts(content).filter(({ name }) => only.has(name));
  const of = [
    { name: "draftId", content: draftId },
    { name: "draftRevision", content: String(revision) },
  ];
  const answer = await ask(world, uploads.action, {
    path: "/creator/uploads?hold",
    parts: [...of, ...described],
    cookie,
  });
  return {
    status: answer.status,
    ...(JSON.parse(answer.text) as { uploadId: string; revision?: number; errors?: object }),
  };
}

async function mustHold(draftId = randomUUID(), revision = 0): Promise<string> {
  const held = await hold(draftId, revision);
  expect(held).toMatchObject({ status: 201, ok: true });
  return held.uploadId;
}

/** As the page does when the form is sent. */
async function release(
  uploadId: string,
  changes: Record<string, string | undefined> = {},
  { cookie } = sender,
) {
  const parts = beginParts(file, { ...changes, uploadId }).filter(({ name }) => !only.has(name));
  const answer = await ask(world, uploads.action, { path: "/creator/uploads", parts, cookie });
  return { status: answer.status, ...(JSON.parse(answer.text) as object) };
}

const send = (id: string, from: number, to = file.length) => patch(sender, id, from, file.subarray(from, to));

describe("a file that is sent before its form", () => {
  test("is published when the form is sent, not when the file is complete", async () => {
    const id = await mustHold();
    expect((await send(id, 0)).status).toBe(204);
    expect(await videoOf(id)).toMatchObject({ published_at: null, deleted_at: null });
    expect((await publish(sender, id)).status).toBe(409);
    expect(await videoOf(id)).toMatchObject({ published_at: null, deleted_at: null });

    expect(await release(id)).toMatchObject({ status: 201, ok: true });
    expect((await publish(sender, id)).status).toBe(200);
    expect(await videoOf(id)).toMatchObject({
      title: "Pão de queijo",
      price_cents: 4990,
      published_at: world.services.clock(),
    });
    expect(await draftsOf()).toEqual([]);
    const { objects } = await findStored(world, userId);
    expect(objects).toHaveLength(3);
    expect(objects.filter((key) => /\/thumbs\/\d+-[0-9a-f]{8}-\d+_capa\.webp$/.test(key))).toHaveLength(2);
  });

  test("a form that is sent earlier is published by the last byte", async () => {
    const id = await mustHold();
    await send(id, 0, half);
    expect(await release(id)).toMatchObject({ ok: true });
    expect((await videoOf(id))?.published_at).toBeNull();
    expect((await send(id, half)).status).toBe(204);
    expect((await videoOf(id))?.published_at).not.toBeNull();
  });

  test("a last byte and a form at the same time publish one video", async () => {
    const id = await mustHold();
    await send(id, 0, half);
    await Promise.all([send(id, half), release(id)]);
    expect((await publish(sender, id)).status).toBe(200);
    expect((await findStored(world, userId)).rows).toHaveLength(1);
  });

  test("of two forms at once, such as by a double click, one is taken", async () => {
    const id = await mustHold();
    await send(id, 0);
    const answers = await Promise.all([release(id), release(id), release(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    expect(await draftsOf()).toEqual([]);
    // The video's bytes and two sizes of one thumbnail: those of the other forms are gone.
    expect((await publish(sender, id)).status).toBe(200);
    const { objects } = await findStored(world, userId);
    expect(objects).toHaveLength(3);
    const { thumbnail_url: url } = (await videoOf(id)) ?? {};
    expect(objects).toContainEqual(expect.stringContaining(url?.split("/").at(-1) ?? "no thumbnail"));
  });

  test("an invalid form releases nothing", async () => {
    const id = await mustHold();
    expect(await release(id, { price: "x" })).toMatchObject({
      status: 400,
      errors: { price: "videos.priceInvalid" },
    });
    expect(await release(id, { thumbnail: undefined })).toMatchObject({
      errors: { thumbnail: "videos.thumbnailMissing" },
    });
    await send(id, 0);
    expect((await publish(sender, id)).status).toBe(409);
    expect(await draftsOf()).toMatchObject([{ video_id: id }]);
  });

  test("a content that is not what it began as is refused, and the draft stays", async () => {
    const id = await mustHold();
    const other = Buffer.concat([Buffer.from("PK\u0003\u0004"), file.subarray(4)]);
    const answer = await patch(sender, id, 0, other);
    expect(answer).toMatchObject({ status: 422, body: "videos.videoFormat" });
    expect(await draftsOf()).toMatchObject([{ video_id: null }]);
    expect(await findStored(world, userId)).toEqual(nothing);
  });

  test("another file takes the place of the first, whose bytes are gone", async () => {
    const draftId = randomUUID();
    const first = await mustHold(draftId);
    await send(first, 0, half);
    const second = await mustHold(draftId, 1);
    expect(await videoOf(first)).toBeUndefined();
    expect(await draftsOf()).toMatchObject([{ id: draftId, video_id: second }]);
    expect(await release(first)).toMatchObject({ status: 400, errors: { form: "drafts.ended" } });
  });

  test("a file that is not accepted leaves the one that the draft has", async () => {
    const draftId = randomUUID();
    const first = await mustHold(draftId);
    const start = vi.spyOn(world.services.storage.resumable, "start");
    start.mockRejectedValueOnce(new StorageError("unavailable", "start", new Error("away")));
    expect(await hold(draftId, 1)).toMatchObject({ status: 503 });
    expect(await draftsOf()).toMatchObject([{ id: draftId, video_id: first }]);
    expect(await offsetOf(sender, first)).toBe(0);
    expect((await findStored(world, userId)).rows).toHaveLength(1);
  });

  test("a creator with as many files as allowed replaces one", async () => {
    const draftId = randomUUID();
    await mustHold(draftId);
    for (let n = 1; n < 10; n += 1) await mustHold();
    await mustHold(draftId, 1);
    expect((await findStored(world, userId)).rows).toHaveLength(10);
  });

  test("a draft that its file made is a saved one: once it was deleted it is not published again", async () => {
    const draftId = randomUUID();
    const { uploadId, revision } = await hold(draftId);
    expect(revision).toBe(1);
    expect(await draftsOf()).toMatchObject([{ revision: 1 }]);
    expect(await hold(draftId, 1)).not.toHaveProperty("revision");
    await ask(world, draft.action, {
      path: `/creator/drafts/${draftId}`,
      params: { draftId },
      cookie: sender.cookie,
      form: { intent: "delete" },
    });
    const link = {
      source: "youtube",
      youtubeUrl: "https://youtu.be/dQw4w9WgXcQ",
      draftId,
      draftRevision: "1",
    };
    const answer = await ask(world, upload.action, {
      path: "/creator/upload",
      parts: textParts(link),
      cookie: sender.cookie,
    });
    expect(answer.status).toBe(400);
    expect(await videoOf(uploadId)).toBeUndefined();
    expect(await findStored(world, userId)).toEqual(nothing);
  });

  test("a complete file whose page is closed right after its form is published by the queue", async () => {
    const id = await mustHold();
    await send(id, 0);
    await release(id);
    const { rows } = await sql<{ payload: object }>`
      SELECT jobs.payload FROM graphile_worker._private_jobs AS jobs
      JOIN graphile_worker._private_tasks AS tasks ON tasks.id = jobs.task_id
      WHERE tasks.identifier = 'finish-upload' AND jobs.payload->>'creatorId' = ${userId}
    `.execute(db);
    expect(rows).toEqual([{ payload: { creatorId: userId, videoId: id } }]);
    await finishUpload(world.services, { creatorId: userId, videoId: id });
    expect((await videoOf(id))?.published_at).not.toBeNull();
  });

  test("another creator neither takes the draft nor sends, releases or publishes the file", async () => {
    const draftId = randomUUID();
    const id = await mustHold(draftId);
    const beto = await newCreator();
    expect(await hold(draftId, 0, file, beto.sender)).toMatchObject({ errors: { video: "drafts.gone" } });
    expect(await release(id, {}, beto.sender)).toMatchObject({ errors: { form: "drafts.ended" } });
    expect(await offsetOf(beto.sender, id)).toBeUndefined();
    expect((await publish(beto.sender, id)).status).toBe(404);
    expect(await draftsOf()).toMatchObject([{ id: draftId, video_id: id }]);
    expect(await draftsOf(beto.userId)).toEqual([]);
  });

  test("a draft that was published or deleted elsewhere gets no file", async () => {
    expect(await hold(randomUUID(), 3)).toMatchObject({ status: 400, errors: { video: "drafts.gone" } });
    expect(await findStored(world, userId)).toEqual(nothing);
  });

  test("at most ten are on their way, those of drafts among them", async () => {
    for (let n = 0; n < 10; n += 1) await mustHold();
    expect(await hold(randomUUID())).toMatchObject({ errors: { video: "uploads.tooMany" } });
    expect(await listUnfinishedUploads(db, userId)).toEqual([]);
  });

  test("a creator whose area is closed meanwhile publishes nothing", async () => {
    const id = await mustHold();
    await send(id, 0, half);
    await release(id);
    await db
      .updateTable("users")
      .set({ suspended_at: world.services.clock() })
      .where("id", "=", userId)
      .execute();
    expect((await send(id, half)).status).not.toBe(204);
    expect((await videoOf(id))?.published_at).toBeNull();
  });
});

describe("a draft with a file", () => {
  const open = async (draftId: string) => {
    const path = `/creator/upload?draft=${draftId}`;
    return (await ask(world, upload.loader, { path, cookie: sender.cookie })).data;
  };

  test("opens with the progress of its file", async () => {
    const draftId = randomUUID();
    const uploadId = await mustHold(draftId);
    await send(uploadId, 0, half);
    expect(await open(draftId)).toMatchObject({
      isNew: false,
      draft: { file: { uploadId, name: "aula.mp4", bytes: file.length, received: half } },
      unfinished: [],
    });
  });

  test("without script its complete file is published by the plain form", async () => {
    const draftId = randomUUID();
    const uploadId = await mustHold(draftId);
    await send(uploadId, 0);
    const empty = { name: "video", fileName: "", content: new Uint8Array() };
    const parts = [...textParts({ draftId, draftRevision: "0", uploadId }), thumbnailPart(), empty];
    const answer = await ask(world, upload.action, { path: "/creator/upload", parts, cookie: sender.cookie });
    expect(answer).toMatchObject({ status: 303, location: "/creator/videos" });
    expect(await videoOf(uploadId)).toMatchObject({ title: "Pão de queijo", published_at: expect.any(Date) });
    expect(await draftsOf()).toEqual([]);
  });

  test("a store that fails after its form was saved publishes it later", async () => {
    const draftId = randomUUID();
    const uploadId = await mustHold(draftId);
    await send(uploadId, 0, half);
    await send(uploadId, half, file.length);
    const finish = vi.spyOn(world.services.storage.resumable, "offset");
    finish.mockRejectedValueOnce(new StorageError("unavailable", "start", new Error("away")));
    const parts = [...textParts({ draftId, draftRevision: "1", uploadId }), thumbnailPart()];
    const answer = await ask(world, upload.action, { path: "/creator/upload", parts, cookie: sender.cookie });
    expect(answer).toMatchObject({ status: 303, location: "/creator/videos" });
    expect(await draftsOf()).toEqual([]);
    await finishUpload(world.services, { creatorId: userId, videoId: uploadId });
    expect((await videoOf(uploadId))?.published_at).not.toBeNull();
  });

  test("loses its file when it is deleted or published with a link", async () => {
    for (const end of ["link", "delete"]) {
      const draftId = randomUUID();
      const uploadId = await mustHold(draftId);
      await send(uploadId, 0, half);
      const link = { source: "youtube", youtubeUrl: "https://youtu.be/dQw4w9WgXcQ", draftId };
      const asked = { path: "/creator/upload", params: { draftId }, cookie: sender.cookie };
      if (end === "link") await ask(world, upload.action, { ...asked, parts: textParts(link) });
      else await ask(world, draft.action, { ...asked, form: { intent: "delete" } });
      expect(await draftsOf()).toEqual([]);
      expect(await videoOf(uploadId)).toBeUndefined();
      expect(await offsetOf(sender, uploadId)).toBeUndefined();
    }
  });

  test("its file is swept after a week, and what was typed stays", async () => {
    const draftId = randomUUID();
    const uploadId = await mustHold(draftId);
    await send(uploadId, 0);
    world.advance(7 * 86_400_000 + 1);
    await sweepAbandoned(world.services);
    expect(await videoOf(uploadId)).toBeUndefined();
    expect(await draftsOf()).toMatchObject([{ id: draftId, video_id: null }]);
    expect((await findStored(world, userId)).objects).toEqual([]);
  });
});
