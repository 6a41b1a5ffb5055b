import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { draftKeptDays, maxDrafts } from "~/features/studio/uploads/draft-limits";
import { deleteOldDrafts } from "~/features/studio/uploads/drafts.queries.server";
import * as draft from "~/routes/creator/draft";
import * as upload from "~/routes/creator/upload";
import * as uploads from "~/routes/creator/uploads";
import { ask } from "../../../support/ask";
import { makeCreator, makeMp4, type Person } from "../../../support/people";
import { findStored } from "../../../support/stored";
import { startTestWorld } from "../../../support/test-services";
import { textParts, thumbnailPart, videoPart } from "../../../support/upload";
import { beginParts } from "./tus";

const world = await startTestWorld();
const { db, clock } = world.services;

let ana: Person;
beforeEach(async () => {
  ana = await makeCreator(world);
});

const rowsOf = ({ userId }: Person) =>
  db.selectFrom("video_drafts").selectAll().where("creator_id", "=", userId).orderBy("saved_at").execute();

/** As the page's script saves. */
async function save(
  draftId: string,
  revision: number | string,
  fields: Record<string, string>,
  { cookie } = ana,
) {
  const form = { intent: "save", draftRevision: String(revision), ...fields };
  const answer = await ask(world, draft.action, {
    path: `/creator/drafts/${draftId}`,
    params: { draftId },
    form,
    cookie,
  });
  return { status: answer.status, ...(answer.text ? JSON.parse(answer.text) : {}) };
}

/** The upload page, opened with a draft. */
async function open(draftId: string, { cookie } = ana) {
  const answer = await ask(world, upload.loader, { path: `/creator/upload?draft=${draftId}`, cookie });
  return answer.data as {
    draft: { id: string; revision: number; fields: object };
    drafts: object[];
    isGone: boolean;
  };
}

describe("a draft saved while it is typed", () => {
  test("opens on another device with the last typed text", async () => {
    const id = randomUUID();
    expect(await save(id, 0, { title: "Pão" })).toEqual({ status: 200, ok: true, revision: 1 });
    const typed = { title: "Pão de queijo", price: "49,9", description: "Em\r\ncasa" };
    expect(await save(id, 1, typed)).toEqual({ status: 200, ok: true, revision: 2 });
    expect(await open(id)).toMatchObject({
      draft: { id, revision: 2, fields: typed },
      drafts: [],
      isGone: false,
    });
  });

  test("a repeated request, whose answer was lost, succeeds", async () => {
    const id = randomUUID();
    await save(id, 0, { title: "Pão" });
    expect(await save(id, 0, { title: "Pão" })).toEqual({ status: 200, ok: true, revision: 1 });
    expect(await rowsOf(ana)).toHaveLength(1);
  });

  test("of two tabs, the second that saves learns of the first, and overwrites only knowingly", async () => {
    const id = randomUUID();
    await save(id, 0, { title: "Pão" });
    await save(id, 1, { title: "Pão francês" });
    expect(await save(id, 1, { title: "Pão sírio" })).toMatchObject({
      status: 409,
      error: "changed",
      revision: 2,
    });
    expect(await save(id, 2, { title: "Pão sírio" })).toMatchObject({ ok: true, revision: 3 });
  });

  test("of two tabs that save at the same time, one saves", async () => {
    const id = randomUUID();
    await save(id, 0, { title: "Pão" });
    const answers = await Promise.all(["a", "b", "c"].map((title) => save(id, 1, { title })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test("another creator neither reads, changes, deletes nor replaces it", async () => {
    const beto = await makeCreator(world);
    const id = randomUUID();
    await save(id, 0, { title: "De Ana" });
    expect(await open(id, beto)).toMatchObject({ draft: { revision: 0, fields: {} }, isGone: true });
    expect(await save(id, 1, { title: "De Beto" }, beto)).toMatchObject({ status: 410, error: "gone" });
    expect(await save(id, 0, { title: "De Beto" }, beto)).toMatchObject({ status: 410, error: "gone" });
    const form = { intent: "delete" };
    const asked = { path: `/creator/drafts/${id}`, params: { draftId: id }, form, cookie: beto.cookie };
    expect(await ask(world, draft.action, asked)).toMatchObject({ status: 303, flash: undefined });
    const parts = [
      ...textParts({ source: "youtube", youtubeUrl: "https://youtu.be/dQw4w9WgXcQ", draftId: id }),
    ];
    await ask(world, upload.action, { path: "/creator/upload", parts, cookie: beto.cookie });
    expect(await rowsOf(ana)).toMatchObject([{ id, fields: { title: "De Ana" }, revision: 1 }]);
    expect(await rowsOf(beto)).toEqual([]);
  });

  test("is not created again after another tab deleted it", async () => {
    const id = randomUUID();
    await save(id, 0, { title: "Pão" });
    const form = { intent: "delete" };
    const asked = { path: `/creator/drafts/${id}`, params: { draftId: id }, form, cookie: ana.cookie };
    expect(await ask(world, draft.action, asked)).toMatchObject({
      location: "/creator/upload",
      flash: { title: "drafts.deleted" },
    });
    expect(await save(id, 1, { title: "Pão" })).toMatchObject({ status: 410, error: "gone" });
    expect(await rowsOf(ana)).toEqual([]);
  });

  test.each([
    ["nothing typed", { source: "file", previewSeconds: "60" }, 400, "empty"],
    ["more than a draft holds", { title: "Pão", description: "x".repeat(40_000) }, 400, "tooLong"],
  ])("%s is refused", async (_, fields, status, error) => {
    expect(await save(randomUUID(), 0, fields)).toMatchObject({ status, ok: false, error });
    expect(await rowsOf(ana)).toEqual([]);
  });

  test.each(["-1", "1.5", "x", ""])("a revision of %j saves nothing", async (revision) => {
    expect(await save(randomUUID(), revision, { title: "Pão" })).toMatchObject({ status: 410 });
  });

  test("a creator has twenty at most, also when many are begun at once", async () => {
    const begun = await Promise.all(
      Array.from({ length: maxDrafts + 3 }, (_, n) => save(randomUUID(), 0, { title: `Aula ${n}` })),
    );
    expect(begun.filter(({ error }) => error === "tooMany")).toHaveLength(3);
    expect(await rowsOf(ana)).toHaveLength(maxDrafts);
  });

  test("is deleted when it was not saved for ninety days", async () => {
    const [old, recent] = [randomUUID(), randomUUID()];
    await save(old, 0, { title: "Antiga" });
    await save(recent, 0, { title: "Nova" });
    const day = 24 * 60 * 60_000;
    const before = new Date(clock().getTime() - draftKeptDays * day);
    const saved_at = new Date(before.getTime() - 1);
    await db.updateTable("video_drafts").set({ saved_at }).where("id", "=", old).execute();
    await deleteOldDrafts(db, { before, limit: 1_000 });
    expect(await rowsOf(ana)).toMatchObject([{ id: recent }]);
  });
});

describe("the button without script", () => {
  const press = (fields: Record<string, string>) =>
    ask(world, upload.action, {
      path: "/creator/upload",
      form: { intent: "saveDraft", draftRevision: "0", ...fields },
      cookie: ana.cookie,
    });

  test("saves and redirects to the draft", async () => {
    const draftId = randomUUID();
    expect(await press({ draftId, title: "Pão", video: "aula.mp4" })).toMatchObject({
      status: 303,
      location: `/creator/upload?draft=${draftId}`,
      flash: { title: "drafts.savedNow" },
    });
    expect(await rowsOf(ana)).toMatchObject([{ id: draftId, fields: { title: "Pão" } }]);
  });

  test("over a draft that was changed elsewhere it asks first, with what was typed", async () => {
    const draftId = randomUUID();
    await press({ draftId, title: "Pão" });
    await save(draftId, 1, { title: "Pão francês" });
    const answer = await press({ draftId, draftRevision: "1", title: "Pão sírio" });
    expect(answer).toMatchObject({
      status: 400,
      data: { errors: { draft: "drafts.changed" }, values: { title: "Pão sírio", draftRevision: "2" } },
    });
    const again = { ...(answer.data as { values: Record<string, string> }).values };
    expect((await press(again)).status).toBe(303);
  });
});

describe("publishing ends a draft", () => {
  const link = { source: "youtube", youtubeUrl: "https://youtu.be/dQw4w9WgXcQ" };
  const publish = (fields: Record<string, string>) =>
    ask(world, upload.action, {
      path: "/creator/upload",
      parts: fields.youtubeUrl ? textParts(fields) : [...textParts(fields), thumbnailPart(), videoPart()],
      cookie: ana.cookie,
    });
  const saved = async () => {
    const draftId = randomUUID();
    await save(draftId, 0, { title: "Pão" });
    return { draftId, draftRevision: "1" };
  };

  test.each([
    ["a file", {}],
    ["a link", link],
  ])("with %s; a second click or tab publishes nothing more", async (_, fields) => {
    const form = { ...fields, ...(await saved()) };
    expect(await publish(form)).toMatchObject({ status: 303, location: "/creator/videos" });
    expect(await rowsOf(ana)).toEqual([]);
    const second = await publish(form);
    expect(second).toMatchObject({ status: 400, data: { errors: { form: "drafts.ended" } } });
    expect((await findStored(world, ana.userId)).rows).toHaveLength(1);
    // Sent again from the page with that message, it is another video.
    const { values } = second.data as { values: Record<string, string> };
    expect(await publish({ ...fields, ...values })).toMatchObject({ status: 303 });
  });

  test("two clicks at once publish one video", async () => {
    const form = { ...link, ...(await saved()) };
    const statuses = await Promise.all([publish(form), publish(form)]);
    expect(statuses.map(({ status }) => status).sort()).toEqual([303, 400]);
    expect((await findStored(world, ana.userId)).rows).toHaveLength(1);
  });

  test("an upload over many connections takes its place, and a second one does not begin", async () => {
    const draftOf = await saved();
    const begin = () =>
      ask(world, uploads.action, {
        path: "/creator/uploads",
        parts: beginParts(makeMp4(1_000), draftOf),
        cookie: ana.cookie,
      });
    expect((await begin()).status).toBe(201);
    expect(await rowsOf(ana)).toEqual([]);
    const second = await begin();
    expect(JSON.parse(second.text)).toEqual({ ok: false, errors: { form: "drafts.ended" } });
    expect((await findStored(world, ana.userId)).rows).toHaveLength(1);
  });

  test("a form with an error keeps it", async () => {
    const form = { ...link, ...(await saved()), price: "x" };
    expect((await publish(form)).status).toBe(400);
    expect(await rowsOf(ana)).toHaveLength(1);
  });
});
