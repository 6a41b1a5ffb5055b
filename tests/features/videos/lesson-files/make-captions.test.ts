/** Captions that the streaming service makes: ordered in the form, made by a job, stored beside the creator's own. */
import { beforeEach, describe, expect, test } from "vitest";
import { makeCaptions } from "~/features/videos/lesson-files/make-captions.server";
import { checkStreams } from "~/features/videos/media/record-stream-status.server";
import { StreamingError } from "~/integrations/streaming/streaming";
import * as studio from "~/routes/creator/captions";
import * as salesPage from "~/routes/learner/sales-page";
import { ask } from "../../../support/ask";
import { salesAddress } from "../../../support/sales-address";
import { startStreamScene } from "../media/stream-scene";

const scene = await startStreamScene();
const { stream, world } = scene;
const { services } = world;
const { db } = services;
const streaming = services.streaming ?? expect.fail("no streaming");
let ana: { userId: string; cookie: string };
let videoId: string;
beforeEach(async () => {
  stream.release();
  stream.failCaptions(false);
  stream.setFault("api", undefined);
  ana = await scene.creator();
  ({ id: videoId } = await scene.publish(ana.userId));
  await stream.settled();
  world.advance(60_000);
  await checkStreams(services);
});

const at = () => ({ path: `/creator/videos/${videoId}/captions`, cookie: ana.cookie });
async function send(intent: string, language = "pt", { cookie = ana.cookie, text = "" } = {}) {
  const parts = Object.entries({ intent, language, text }).map(([name, content]) => ({ name, content }));
  return ask(world, studio.action, { ...at(), parts, cookie });
}
const page = async () =>
  (await ask(world, studio.loader, at())).data as {
    captions: { language: string; name: string; isGenerated: boolean }[];
    source?: { ordered: { name: string; failed: boolean } | null };
  };
const make = () => makeCaptions(services, { videoId });
const own = "WEBVTT\n\n00:01.000 --> 00:02.000\nMinha\n";
const atService = () => stream.videos().find(({ creator }) => creator === ana.userId)?.captions ?? {};

describe("a creator whose video the streaming service has ready", () => {
  test("orders captions, which are stored as automatic, named so in the shop, and leave nothing at the service", async () => {
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

  test("orders once at a time", async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => send("generate")));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 400)?.data).toMatchObject({
      errors: { generatedLanguage: "creator.captionsBeingMade" },
    });
  });

  test("replaces generated captions by uploaded ones, which later orders keep", async () => {
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

  test("sees that they failed, and may order again", async () => {
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

  test("sees that they failed once the service refuses them, and after six hours", async () => {
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
  await db
    .updateTable("video_streams")
    .set({ state: "processing", has_mp4: false, mp4_asked: false })
    .where("video_id", "=", videoId)
    .execute();
  expect((await page()).source).toBeUndefined();
  expect((await send("generate")).status).toBe(404);
});
