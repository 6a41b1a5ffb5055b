/** Files that come with a video: what a creator's form stores, who gets them, and when they are removed. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { deleteVideo } from "~/features/studio/own-videos/delete-video.server";
import { attachmentMaxBytes } from "~/features/videos/lesson-files/attachment-rules";
import { isAttachmentNamed } from "~/features/videos/lesson-files/attachments.queries.server";
import { removeUnusedAttachment } from "~/features/videos/lesson-files/store-attachment.server";
import * as studio from "~/routes/creator/attachments";
import * as salesPage from "~/routes/learner/sales-page";
import { ask } from "../../../support/ask";
import { Browser } from "../../../support/browser";
import { startHttpApp } from "../../../support/http-app";
import { listJobs } from "../../../support/jobs";
import { fieldParts } from "../../../support/multipart";
import { makeConsumer, makeCreator, makeSale, makeVideo, type Person } from "../../../support/people";
import { salesAddress } from "../../../support/sales-address";
import { readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld({ TRUSTED_PROXY_HOPS: "1" });
const { db, storage } = world.services;
const { port } = await startHttpApp(world);
let ana: Person;
let buyer: Person;
let video: string;

const pdf = Buffer.from("%PDF-1.7\nmoldes em tamanho real");
const emptyZip = Buffer.from(`PK\x05\x06${"\0".repeat(18)}`, "latin1");

beforeAll(async () => {
  ana = await makeCreator(world);
  buyer = await makeConsumer(world);
  await setRows(db, "users", { id: ana.userId }, { videos_a_day: 100 });
});
beforeEach(async () => {
  video = await makeVideo(world, ana);
  await makeSale(world, buyer, video, "completed");
});

const at = (id: string) => ({ path: `/creator/videos/${id}/files` });

interface SentFile {
  fileName: string;
  content: string | Uint8Array;
}

async function send(fields: Record<string, string>, files: SentFile[] = [], { who = ana, id = video } = {}) {
  const parts = [...fieldParts(fields), ...files.map((file) => ({ name: "file", ...file }))];
  return ask(world, studio.action, { ...at(id), parts, cookie: who.cookie });
}
const add = (...files: SentFile[]) => send({ intent: "add" }, files);
const moldes = { fileName: "Moldes da barra.pdf", content: pdf };

interface Listed {
  id: string;
  name: string;
  kind: string;
  bytes: number;
}
const list = async (id = video) =>
  ((await ask(world, studio.loader, { ...at(id), cookie: ana.cookie })).data as { files: Listed[] }).files;
const keysOf = async () =>
  (await readRows(db, "video_attachments", { video_id: video }, "storage_key")).map((row) => row.storage_key);
const only = async () => {
  const [file] = await list();
  if (!file) throw new Error("there is no file");
  return file;
};
const download = async (file: { id: string }, cookie?: string, id = video) => {
  world.advance(1_000);
  const browser = new Browser({ port, cookie });
  const answer = await browser.get(`/watch/${id}/files/${file.id}`);
  return { answer, link: answer.headers.location as string | undefined, browser };
};

test("a creator adds, renames and deletes files, and the sales page lists them", async () => {
  expect(await add(moldes, { fileName: "extra.zip", content: emptyZip })).toMatchObject({
    status: 303,
    flash: { title: "creator.filesSaved" },
  });
  const files = await list();
  expect(files).toMatchObject([
    { name: "Moldes da barra", kind: "pdf", bytes: pdf.length },
    { name: "extra", kind: "zip", bytes: 22 },
  ]);
  const [first, second] = files as [Listed, Listed];
  await send({ intent: "rename", fileId: first.id, name: "Moldes (A4)/2.pdf" });
  expect(await send({ intent: "delete", fileId: second.id })).toMatchObject({
    flash: { title: "creator.filesDeleted" },
  });
  const { data } = await ask(world, salesPage.loader, await salesAddress(db, video));
  expect(data).toMatchObject({
    files: { included: "1 arquivo para baixar", items: [{ name: "2", details: "PDF · 0 KB" }] },
  });
  expect(JSON.stringify(data)).not.toContain("/attachments/");
});

test.each([
  ["a program", { fileName: "moldes.pdf", content: "MZ\x90\0\x03" }, "creator.filesKind"],
  ["a page", { fileName: "moldes.pdf", content: "<!doctype html><script>1</script>" }, "creator.filesKind"],
  [
    "a drawing with script",
    { fileName: "a.png", content: "<svg xmlns='a'><script/></svg>" },
    "creator.filesKind",
  ],
  [
    "a damaged archive",
    { fileName: "a.zip", content: `PK\x03\x04${"\0".repeat(40)}` },
    "creator.filesZipDamaged",
  ],
])("a creator cannot add %s, whose file is not stored", async (_what, file, error) => {
  expect(await add(moldes, file)).toMatchObject({ status: 400, data: { errors: { file: error } } });
  expect(await list()).toEqual([]);
});

test("a creator cannot add an empty choice, a file over 50 MB or an eleventh file", async () => {
  expect(await add({ fileName: "", content: "" })).toMatchObject({
    data: { errors: { file: "creator.filesMissing" } },
  });
  const large = Buffer.concat([pdf, Buffer.alloc(attachmentMaxBytes)]);
  expect(await add({ fileName: "a.pdf", content: large })).toMatchObject({
    status: 400,
    data: { errors: { file: "creator.filesTooLarge" }, fileName: "a.pdf" },
  });
  for (let n = 0; n < 3; n += 1) await add(moldes, moldes, moldes);
  expect(await add(moldes, moldes)).toMatchObject({ data: { errors: { file: "creator.filesTooMany" } } });
  expect(await add(moldes)).toMatchObject({ status: 303 });
  expect(await add(moldes)).toMatchObject({ data: { errors: { file: "creator.filesTooMany" } } });
  expect(await list()).toHaveLength(10);
});

test("a creator cannot reach the files of another creator's video, nor another video's file", async () => {
  await add(moldes);
  const file = await only();
  const other = await makeCreator(world);
  const changed = { fileId: file.id, name: "x" };
  for (const intent of ["delete", "rename"])
    expect((await send({ intent, ...changed }, [], { who: other })).status).toBe(404);
  const id = await makeVideo(world, ana);
  expect((await send({ intent: "delete", ...changed }, [], { id })).status).toBe(404);
  expect(await list()).toMatchObject([{ name: "Moldes da barra" }]);
});

test("a creator gets a stored file removed only once no video names it", async () => {
  await add(moldes);
  const [key = ""] = await keysOf();
  await removeUnusedAttachment(world.services, { key });
  expect(await storage.find(key)).toBeDefined();
  await db.deleteFrom("video_attachments").where("storage_key", "=", key).execute();
  expect(await isAttachmentNamed(db, key)).toBe(false);
  await removeUnusedAttachment(world.services, { key });
  expect(await storage.find(key)).toBeUndefined();
});

test("a download is saved under the file's name by a buyer and the creator", async () => {
  await add(moldes);
  const file = await only();
  for (const { cookie } of [buyer, ana]) {
    const { link, browser } = await download(file, cookie);
    const saved = await browser.get(link ?? "");
    expect(saved.status).toBe(200);
    expect(saved.body).toBe(pdf.toString());
    expect(saved.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": "attachment; filename*=UTF-8''Moldes%20da%20barra.pdf",
      "x-content-type-options": "nosniff",
    });
    const renamed = (link ?? "").replace("Moldes", "Fatura");
    expect((await browser.get(renamed)).status).toBe(403);
  }
});

test("a download is refused by the address of another video that the person bought", async () => {
  await add(moldes);
  const file = await only();
  const mine = await makeVideo(world, ana);
  const stranger = await makeConsumer(world);
  await makeSale(world, stranger, mine, "completed");
  expect((await download(file, stranger.cookie, mine)).answer.status).toBe(404);
});

test("a download of a deleted video stays for its buyers, and an unsold video's files are removed", async () => {
  await add(moldes);
  const file = await only();
  await deleteVideo(world.services, { creatorId: ana.userId, videoId: video });
  expect((await download(file, buyer.cookie)).answer.status).toBe(302);
  expect((await download(file, ana.cookie)).answer.status).toBe(404);
  video = await makeVideo(world, ana);
  await add(moldes);
  const [key] = await keysOf();
  await deleteVideo(world.services, { creatorId: ana.userId, videoId: video });
  expect(await listJobs(db, { task: "remove-replaced-file", about: key })).toHaveLength(1);
  expect(await keysOf()).toEqual([]);
});
