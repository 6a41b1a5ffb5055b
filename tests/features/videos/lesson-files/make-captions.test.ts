/** Captions that the streaming service makes: ordered in the form, made by a job, stored beside the creator's own. */
import { beforeEach, expect, test } from "vitest";
import { makeCaptions } from "~/features/videos/lesson-files/make-captions.server";
import { StreamingError } from "~/integrations/streaming/streaming";
import * as studio from "~/routes/creator/captions";
import * as salesPage from "~/routes/learner/sales-page";
import { ask } from "../../../support/ask";
import { fieldParts } from "../../../support/multipart";
import { salesAddress } from "../../../support/sales-address";
import { setRows } from "../../../support/tables";
import { startStreamScene } from "../media/stream-scene";

const scene = await startStreamScene();
const { stream, world } = scene;
const { services } = world;
const { db } = services;
const streaming = services.streaming ?? expect.fail("no streaming");
let ana: { userId: string; cookie: string };
let videoId: string;
beforeEach(async () => {
  scene.heal();
  ana = await scene.creator();
  videoId = await scene.onSale(ana.userId);
});

const at = () => ({ path: `/creator/videos/${videoId}/captions`, cookie: ana.cookie });
async function send(intent: string, language = "pt", { cookie = ana.cookie, text = "" } = {}) {
  return ask(world, studio.action, { ...at(), parts: fieldParts({ intent, language, text }), cookie });
}
const page = async () =>
  (await ask(world, studio.loader, at())).data as {
    captions: { language: string; name: string; isGenerated: boolean }[];
    source?: { ordered: { name: string; failed: boolean } | null };
  };
const make = () => makeCaptions(services, { videoId });
const own = "WEBVTT\n\n00:01.000 --> 00:02.000\nMinha\n";
const atService = () => stream.videos().find(({ creator }) => creator === ana.userId)?.captions ?? {};

test("a creator whose video the streaming service has ready orders captions, which are stored as automatic, named so in the shop, and leave nothing at the service", async () => {
  expect((await page()).source).toEqual({ ordered: null });
  expect(await send("generate")).toMatchObject({
    status: 303,
    flash: { tone: "success", title: "creator.captionsBeingMade" },
  });
  stream.hold("captions");
  for (let times = 0; times < 2; times++) await make();
  expect(await page()).toMatchObject({
    captions: [],
    source: { ordered: { name: "Português", failed: false } },
  });
  stream.release();
  await stream.settled();
  for (let times = 0; times < 2; times++) await make();
  expect(await page()).toMatchObject({
    captions: [{ language: "pt", name: "Português (automáticas)", isGenerated: true }],
    source: { ordered: null },
  });
  expect(atService()).toEqual({});
  const { data } = await ask(world, salesPage.loader, await salesAddress(db, videoId));
  expect(data).toMatchObject({ about: { captions: ["Português (automáticas)"] } });
});

test("a creator whose video the streaming service has ready orders once at a time", async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => send("generate")));
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  expect(answers.find(({ status }) => status === 400)?.data).toMatchObject({
    errors: { generatedLanguage: "creator.captionsBeingMade" },
  });
});

test("a creator whose video the streaming service has ready replaces generated captions by uploaded ones, which later orders keep", async () => {
  await send("generate");
  await make();
  await stream.settled();
  expect((await send("save", "pt", { text: own })).status).toBe(303);
  await make();
  expect((await page()).captions).toMatchObject([{ name: "Português", isGenerated: false }]);
  expect((await send("generate")).data).toMatchObject({
    errors: { generatedLanguage: "creator.captionsThere" },
  });
});

test("a creator whose video the streaming service has ready sees that they failed, and may order again", async () => {
  stream.failCaptions(true);
  await send("generate");
  await make();
  await stream.settled();
  await make();
  expect((await page()).source).toEqual({ ordered: { name: "Português", failed: true } });
  stream.failCaptions(false);
  expect((await send("generate")).status).toBe(303);
  await make();
  await stream.settled();
  await make();
  expect((await page()).captions).toMatchObject([{ isGenerated: true }]);
});

test("a creator whose video the streaming service has ready sees that they failed once the service refuses them, and after six hours", async () => {
  await send("generate");
  stream.setFault("api", "refuse");
  await make();
  expect((await page()).source).toMatchObject({ ordered: { failed: true } });
  stream.setFault("api", undefined);
  await send("generate");
  stream.hold("captions");
  await make();
  world.advance(6 * 3_600_000 + 1);
  await make();
  expect((await page()).source).toMatchObject({ ordered: { failed: true } });
});

test.each([
  ["captions that are ready", false],
  ["captions that failed", true],
])("%s stay ordered until the service's copy is removed, so that none is left there", async (_, fails) => {
  stream.failCaptions(fails);
  await send("generate");
  await make();
  await stream.settled();
  const removeCaptions = () => Promise.reject(new StreamingError("away", "unavailable"));
  const cutOff = { ...services, streaming: { ...streaming, removeCaptions } };
  await expect(makeCaptions(cutOff, { videoId })).rejects.toThrow("away");
  expect((await page()).source).toMatchObject({ ordered: { failed: false } });
  await make();
  expect(atService()).toEqual({});
  expect(await page()).toMatchObject({
    captions: fails ? [] : [{ isGenerated: true }],
    source: { ordered: fails ? { failed: true } : null },
  });
});

test("an outage of the service fails the job, which is tried again", async () => {
  await send("generate");
  stream.setFault("api", "serverError");
  await expect(make()).rejects.toThrow();
  expect((await page()).source).toMatchObject({ ordered: { failed: false } });
});

test("another creator can order nothing, and nobody for a video that is not ready at the service", async () => {
  const other = await scene.creator();
  expect((await send("generate", "pt", { cookie: other.cookie })).status).toBe(404);
  const processing = { state: "processing", has_mp4: false, mp4_asked: false } as const;
  await setRows(db, "video_streams", { video_id: videoId }, processing);
  expect((await page()).source).toBeUndefined();
  expect((await send("generate")).status).toBe(404);
});
