/** Captions: what a creator's form stores, and who gets the file. */

import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CaptionsPreview } from "~/features/studio/own-videos/change-captions.server";
import { deleteVideo } from "~/features/studio/own-videos/delete-video.server";
import { captionsMaxBytes } from "~/features/videos/lesson-files/caption-files";
import * as studio from "~/routes/creator/captions";
import * as captionsFile from "~/routes/learner/captions";
import * as salesPage from "~/routes/learner/sales-page";
import * as watch from "~/routes/learner/watch";
import { ask } from "../support/ask";
import { fieldParts } from "../support/multipart";
import { allowVideos, makeConsumer, makeCreator, makeSale, makeVideo, type Person } from "../support/people";
import { salesAddress } from "../support/sales-address";
import { readRows } from "../support/tables";
import { startTestWorld } from "../support/test-services";

const world = await startTestWorld();
const { db } = world.services;
let ana: Person;
let buyer: Person;
let video: string;

const vtt = "WEBVTT\n\n00:01.000 --> 00:02.000\nBom dia <3\n\n00:03.000 --> 00:02.000\nErrada\n";

beforeAll(async () => {
  ana = await makeCreator(world);
  buyer = await makeConsumer(world);
  await allowVideos(world.services, ana.userId);
});
beforeEach(async () => {
  video = await makeVideo(world, ana);
});

const at = (id: string) => ({ path: `/creator/videos/${id}/captions` });

async function send(
  fields: Record<string, string>,
  { file = "", who = ana, id = video }: { file?: string | Uint8Array; who?: Person; id?: string } = {},
) {
  const parts = [...fieldParts(fields), { name: "file", fileName: "aula.vtt", content: file }];
  return ask(world, studio.action, { ...at(id), parts, cookie: who.cookie });
}
const preview = (language: string, file: string | Uint8Array, given = {}) =>
  send({ intent: "preview", language }, { file, ...given });
/** Sends a file and saves what its preview shows. */
async function save(language: string, file: string | Uint8Array, given = {}) {
  const answer = await preview(language, file, given);
  const shown = (answer.data as { preview?: CaptionsPreview } | undefined)?.preview;
  return shown ? send({ intent: "save", language, text: shown.text }, given) : answer;
}
const list = async (id = video) =>
  ((await ask(world, studio.loader, { ...at(id), cookie: ana.cookie })).data as { captions: unknown[] })
    .captions;
const load = (language: string, { who = buyer, id = video }: { who?: Person; id?: string } = {}) =>
  ask(world, captionsFile.loader, {
    path: `/watch/${id}/captions/${language}.vtt`,
    params: { videoId: id, language },
    cookie: who.cookie,
  });
async function languagesOnSale(id = video) {
  const { data } = await ask(world, salesPage.loader, await salesAddress(db, id));
  return (data as { about: { captions: string[] | null } }).about.captions;
}

describe("a creator", () => {
  test("adds, replaces and deletes captions per language", async () => {
    expect(await languagesOnSale()).toEqual([]);
    expect(await save("pt", vtt)).toMatchObject({
      status: 303,
      location: `/creator/videos/${video}/captions`,
      flash: { description: "creator.captionsSavedPartly", values: { count: "1" } },
    });
    expect((await save("en", "1\n00:00:01,000 --> 00:00:02,000\nGood morning\n")).flash).toEqual({
      tone: "success",
      title: "creator.captionsSaved",
    });
    expect(await list()).toMatchObject([
      { language: "en", name: "Inglês", isGenerated: false, cueCount: 1, skippedCount: 0, skipped: [] },
      {
        language: "pt",
        name: "Português",
        cueCount: 1,
        skippedCount: 1,
        skipped: [{ line: 6, problem: "endsBeforeStart" }],
      },
    ]);
    expect(await languagesOnSale()).toEqual(["Inglês", "Português"]);
    await save("pt", "WEBVTT\n\n00:05.000 --> 00:06.000\nOutra\n\n00:07.000 --> 00:08.000\nMais\n");
    expect(await list()).toMatchObject([
      { language: "en" },
      { language: "pt", cueCount: 2, skippedCount: 0 },
    ]);
    expect((await send({ intent: "delete", language: "en" })).flash).toMatchObject({
      title: "creator.captionsDeleted",
    });
    expect(await languagesOnSale()).toEqual(["Português"]);
  });

  test.each([
    ["no file", "", "creator.captionsFileMissing"],
    ["a file without a right cue", "bom dia", "creator.captionsNoCues"],
    ["a file of more than 1 MB", "a".repeat(captionsMaxBytes + 1), "creator.captionsTooLarge"],
  ])("that sends %s sees a message, and the captions stay as they were", async (_, file, error) => {
    await save("pt", vtt);
    expect(await save("pt", file)).toMatchObject({ status: 400, data: { errors: { file: error } } });
    expect(await list()).toMatchObject([{ language: "pt", cueCount: 1 }]);
  });

  test("sees the first cues of a file in Windows-1252 before it is saved, and they are saved as shown", async () => {
    const srt = "1\r\n00:00:01,000 --> 00:00:02,000\r\nse x<5 e y>2 ent\u00e3o \u0080 1\r\n";
    const { status, data } = await preview("pt", Buffer.from(srt, "latin1"));
    const text = "se x<5 e y>2 então € 1";
    expect(status).toBe(200);
    expect(data).toMatchObject({ preview: { cueCount: 1, cues: [{ from: 1_000, text }], skipped: [] } });
    expect(await list()).toEqual([]);
    await save("pt", Buffer.from(srt, "latin1"));
    expect((await load("pt", { who: ana })).text).toContain("se x&lt;5 e y&gt;2 então € 1\n");
    expect(await send({ intent: "save", language: "pt", text: "" })).toMatchObject({ status: 400 });
  });

  test("changes only the captions of their own videos, and none of YouTube", async () => {
    const other = await makeCreator(world);
    expect((await save("pt", vtt, { who: other })).status).toBe(404);
    const youtubeUrl = "https://youtu.be/dQw4w9WgXcQ";
    const id = await makeVideo(world, ana, { source: "youtube", youtubeUrl });
    expect((await save("pt", vtt, { id })).status).toBe(404);
    expect(await languagesOnSale(id)).toBeNull();
    expect(await list()).toEqual([]);
  });

  test("that deletes an unsold video deletes its captions", async () => {
    await save("pt", vtt);
    await deleteVideo(world.services, { creatorId: ana.userId, videoId: video });
    expect(await readRows(db, "video_captions", { video_id: video }, "language")).toEqual([]);
  });
});

describe("the file of captions", () => {
  test("is sent to the creator and to buyers, as plain text without caching", async () => {
    await save("pt", vtt);
    await makeSale(world, buyer, video);
    for (const who of [ana, buyer]) {
      const answer = await load("pt", { who });
      expect(answer.status).toBe(200);
      expect(answer.text).toBe("WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nBom dia &lt;3\n");
      expect(answer.headers.get("content-type")).toBe("text/vtt; charset=utf-8");
      expect(answer.headers.get("cache-control")).toBe("private, no-store");
    }
    for (const language of ["en", "xx", "", "../pt", "PT"]) expect((await load(language)).status).toBe(404);
  });

  test("is named in the player of those who may watch, and in no other page", async () => {
    await save("pt", vtt);
    const open = async ({ cookie }: Person) =>
      (await ask(world, watch.loader, { path: `/watch/${video}`, cookie })).data;
    expect(await open(await makeConsumer(world))).not.toHaveProperty("captions");
    expect(await open(ana)).toMatchObject({
      captions: [{ language: "pt", name: "Português", asSpoken: true }],
    });
  });
});
