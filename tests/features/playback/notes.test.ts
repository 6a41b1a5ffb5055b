/** A learner's notes: limits, what is sent twice, and lists by product. */
import { beforeAll, expect, test } from "vitest";
import { maxNotes } from "~/features/playback/notes/note-view";
import { insertNote, listNotes, listNotesOfVideo } from "~/features/playback/notes/notes.queries.server";
import { findNotedVideo, takeNoteForm } from "~/features/playback/notes/take-note-form.server";
import { writeNotesFile } from "~/features/playback/notes/write-notes-file";
import { addConsumer, addCourse, addCreator, addSale, addVideo } from "../../support/rows";
import { addRows, setRows } from "../../support/tables";
import { startTestWorld } from "../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db } = services;
let ana: string;
let lessonId: string;
let beto: string;

beforeAll(async () => {
  ana = await addCreator(db);
  lessonId = await addVideo(db, ana, { title: "Sol e [Dó]" });
  await setRows(db, "videos", { id: lessonId }, { duration_seconds: 1185 });
  beto = await addConsumer(db);
  await addSale(db, { consumerId: beto, videoId: lessonId });
});

async function send(fields: Record<string, string>, userId = beto) {
  const found = await findNotedVideo(db, { userId }, lessonId);
  if (!found.ok) throw new Error(`${found.status}`);
  return takeNoteForm(services, { video: found.video, fields: { intent: "add", ...fields }, userId });
}
const notes = async (userId = beto) => (await listNotesOfVideo(db, { userId, videoId: lessonId })).notes;

test("a note is added once if it is sent twice at once, and is changed and deleted", async () => {
  await Promise.all([send({ second: "12:34", text: "Dó" }), send({ second: "754", text: "Dó" })]);
  await send({ second: "3:12", text: "Sol" });
  expect((await notes()).map(({ second, text }) => [second, text])).toEqual([
    [192, "Sol"],
    [754, "Dó"],
  ]);
  const [{ id: noteId = "" } = {}] = await notes();
  // Now it says what the other one says: one is left.
  expect(await send({ intent: "save", noteId, second: "12:34", text: "Dó" })).toMatchObject({ ok: true });
  expect((await notes()).map(({ id }) => id)).toEqual([noteId]);
  expect(await send({ intent: "delete", noteId })).toMatchObject({ ok: true });
  expect(await send({ intent: "save", noteId, second: "1", text: "Ré" })).toMatchObject({
    status: 404,
    problem: { errors: { form: "notes.gone" }, values: { text: "Ré" } },
  });
});

test("a note that a device sends again, by its id, is one, also after it was changed; two of one second both stay", async () => {
  const [eva, one, two] = [await addConsumer(db), crypto.randomUUID(), crypto.randomUUID()];
  await addSale(db, { consumerId: eva, videoId: lessonId });
  const first = { noteId: one, second: "62", text: "Offline" };
  await Promise.all([send(first, eva), send(first, eva)]);
  await send({ noteId: two, second: "62", text: "Outra" }, eva);
  expect((await notes(eva)).map(({ id }) => id).sort()).toEqual([one, two].sort());
  await send({ intent: "save", noteId: one, second: "62", text: "Mudada" }, eva);
  expect(await send(first, eva)).toEqual({ ok: true, done: "added" });
  expect((await notes(eva)).map(({ text }) => text).sort()).toEqual(["Mudada", "Outra"]);
  // Another person's id changes nothing of theirs.
  expect(await send({ noteId: one, second: "62", text: "De Beto" })).toMatchObject({ status: 409 });
  expect(await notes(eva)).toHaveLength(2);
});

test.each([
  [{ second: "0:05", text: "a".repeat(2_001) }, { text: "notes.tooLong" }],
  [{ second: "0:05", text: " " }, { text: "notes.needed" }],
  [{ second: "19:46", text: "Fim" }, { second: "notes.beyondEnd" }],
  [{ second: "agora", text: "Fim" }, { second: "notes.secondInvalid" }],
])("a note is refused with a message beside its field: %#", async (fields, errors) => {
  expect(await send(fields)).toMatchObject({ ok: false, status: 400, problem: { errors } });
});

test("a note of a video that the person may not watch is refused, and nobody changes another's", async () => {
  const dora = await addConsumer(db);
  expect(await findNotedVideo(db, { userId: dora }, lessonId)).toEqual({ ok: false, status: 403 });
  expect(await findNotedVideo(db, { userId: dora }, dora)).toEqual({ ok: false, status: 404 });
  await addSale(db, { consumerId: dora, videoId: lessonId });
  await send({ second: "1", text: "De Beto" });
  const [{ id: noteId = "" } = {}] = await notes();
  expect(await send({ intent: "save", noteId, second: "1", text: "De Dora" }, dora)).toMatchObject({
    status: 404,
  });
  await send({ intent: "delete", noteId }, dora);
  expect(await notes()).toMatchObject([{ text: "De Beto" }]);
});

test("a note beyond the maximum is refused, of two at once too", async () => {
  const eva = await addConsumer(db);
  await addSale(db, { consumerId: eva, videoId: lessonId });
  const now = new Date();
  const note = { user_id: eva, video_id: lessonId, text: "x", created_at: now, updated_at: now };
  await addRows(
    db,
    "notes",
    Array.from({ length: maxNotes - 1 }, (_, second) => ({ ...note, second })),
  );
  const taken = await Promise.all(["A", "B"].map((text) => send({ second: "1", text }, eva)));
  expect(taken.map(({ ok }) => ok).sort()).toEqual([false, true]);
  const refused = { status: 409, problem: { errors: { form: "notes.full" } } };
  expect(taken.find(({ ok }) => !ok)).toMatchObject(refused);
});

test("all notes are grouped by product, searched without accents, paged, and exported with links", async () => {
  const caio = await addConsumer(db);
  const other = await addVideo(db, ana, { title: "Pão" });
  const courseId = await addCourse(db, ana, [lessonId], { title: "Violão do zero" });
  await addSale(db, { consumerId: caio, videoId: other });
  await addSale(db, { consumerId: caio, videoId: courseId });
  const add = (videoId: string, second: number, text: string, at: number) =>
    db
      .transaction()
      .execute((trx) => insertNote(trx, { userId: caio, videoId, second, text, now: new Date(at) }));
  await add(lessonId, 754, "Mão\nleve", 1);
  await add(lessonId, 5, "Começo", 2);
  await add(other, 1, "Forno", 3);
  const all = { search: "", productId: undefined };
  const texts = async (query: Parameters<typeof listNotes>[2]) =>
    (await listNotes(db, caio, query)).map(({ text }) => text);
  expect(await texts(all)).toEqual(["Forno", "Começo", "Mão\nleve"]);
  expect(await texts({ ...all, search: "VIOLAO" })).toEqual(["Começo", "Mão\nleve"]);
  expect(await texts({ ...all, productId: other })).toEqual(["Forno"]);
  const [first] = await listNotes(db, caio, { ...all, limit: 1 });
  expect(await texts({ ...all, after: first?.id })).toEqual(["Começo", "Mão\nleve"]);
  const rows = await listNotes(db, caio, { ...all, productId: courseId });
  expect(writeNotesFile(rows, "Minhas anotações", (path) => `https://a${path}`)).toBe(
    `# Minhas anotações

## Violão do zero

### Sol e \\[Dó\\]

- [0:05](https://a/watch/${lessonId}?course=${courseId}&t=5#player) Começo
- [12:34](https://a/watch/${lessonId}?course=${courseId}&t=754#player) Mão
  leve
`,
  );
});
