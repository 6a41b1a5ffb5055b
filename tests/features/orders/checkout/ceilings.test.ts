/** What one account may do in a day, an hour, a minute. Beyond, it gets a message, and nothing is lost. */
import { beforeEach, describe, expect, test } from "vitest";
import { buyVideo } from "~/features/orders/checkout/buy-video.server";
import { beginWithFile } from "~/features/studio/uploads/begin-video.server";
import { forgetOldPublications } from "~/features/studio/uploads/new-video.queries.server";
import { publishFromForm } from "~/features/studio/uploads/publish-from-form.server";
import { action as checkout } from "~/routes/learner/checkout";
import { action as freshLink } from "~/routes/learner/watch-link";
import { ask, makeRequest } from "../../../support/ask";
import {
  makeConsumer,
  makeCreator,
  makeMp4,
  makeVideo,
  type Person,
  proveMailbox,
  uploadParts,
} from "../../../support/people";
import { addCreator, addVideo } from "../../../support/rows";
import { readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db, clock } = services;

async function publish(creator: { userId: string }) {
  const request = makeRequest({ path: "/creator/upload", parts: await uploadParts() });
  return publishFromForm(services, creator.userId, request);
}

/** Each is another file. */
let marks = 0;

async function begin(creator: { userId: string }) {
  const content = makeMp4();
  const fields = { videoName: "a.mp4", videoBytes: String(content.length), videoMark: String(marks++) };
  const parts = [
    ...Object.entries(fields).map(([name, text]) => ({ name, content: text })),
    { name: "videoHead", fileName: "head", type: "application/octet-stream", content },
  ];
  return beginWithFile(services, creator.userId, makeRequest({ path: "/creator/uploads", parts }));
}

const refusal = (error: string) => ({ ok: false, problem: { errors: { form: error } } });

/** As if published this moment. */
async function addVideos(creatorId: string, many: number, now = clock()): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < many; at++) ids.push(await addVideo(db, creatorId, { now }));
  return ids;
}

describe("videos published a day", () => {
  let ana: Person;
  beforeEach(async () => {
    ana = await makeCreator(world);
  });

  test("are ten until the mailbox is confirmed, and the typed values return with the refusal", async () => {
    await addVideos(ana.userId, 9);
    expect(await publish(ana)).toMatchObject({ ok: true });
    const refused = await publish(ana);
    expect(refused).toMatchObject(refusal("videos.tooManyUnproven"));
    expect(!refused.ok && refused.problem.values).toMatchObject({ title: "Pão de queijo", price: "49,90" });
    expect(await begin(ana)).toEqual({ ok: false, error: "videos.tooManyUnproven" });
    const rows = await readRows(db, "videos", { creator_id: ana.userId }, "id");
    expect(rows).toHaveLength(10);
  });

  test("are fifty afterwards, or as many as the operator set", async () => {
    await proveMailbox(services, ana.userId);
    await addVideos(ana.userId, 49);
    expect(await publish(ana)).toMatchObject({ ok: true });
    expect(await publish(ana)).toMatchObject(refusal("videos.tooManyToday"));
    await setRows(db, "users", { id: ana.userId }, { videos_a_day: 51 });
    expect(await publish(ana)).toMatchObject({ ok: true });
    expect(await publish(ana)).toMatchObject(refusal("videos.tooManyToday"));
  });

  test("are counted over the last 24 hours, including deleted ones", async () => {
    const dayAgo = new Date(clock().getTime() - 24 * 60 * 60_000);
    await addVideos(ana.userId, 5, dayAgo);
    await addVideos(ana.userId, 9);
    const [last = ""] = await addVideos(ana.userId, 1);
    await db.deleteFrom("videos").where("id", "=", last).execute();
    expect(await publish(ana)).toMatchObject(refusal("videos.tooManyUnproven"));
    await forgetOldPublications(db, clock());
    expect(await publish(ana)).toMatchObject(refusal("videos.tooManyUnproven"));
    await forgetOldPublications(db, new Date(clock().getTime() + 3 * 24 * 60 * 60_000));
    expect(await publish(ana)).toMatchObject({ ok: true });
  });

  test("stay within the limit with concurrent requests, by either way of uploading", async () => {
    await addVideos(ana.userId, 5);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => (at % 2 ? publish(ana) : begin(ana))),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(5);
  });
});

test("unfinished uploads are at most ten at once, including plain ones", async () => {
  const ana = await makeCreator(world);
  await proveMailbox(services, ana.userId);
  for (let at = 0; at < 4; at++) expect(await begin(ana)).toMatchObject({ ok: true });
  for (let at = 0; at < 6; at++) await addVideo(db, ana.userId, { published: false, now: clock() });
  expect(await publish(ana)).toMatchObject(refusal("uploads.tooMany"));
  expect(await begin(ana)).toEqual({ ok: false, error: "uploads.tooMany" });
});

describe("checkouts an hour", () => {
  let beto: Person;
  let videoIds: string[];
  beforeEach(async () => {
    beto = await makeConsumer(world);
    videoIds = await addVideos(await addCreator(db), 5);
    await setRows(db, "users", { id: beto.userId }, { checkouts_an_hour: 3 });
  });
  const buy = (videoId = "") => buyVideo(services, beto, videoId, "pt");

  test("are limited, and an open one can still be reused", async () => {
    for (const videoId of videoIds.slice(0, 3)) expect((await buy(videoId)).ok).toBe(true);
    expect(await buy(videoIds[3])).toEqual({ ok: false, error: "tooManyCheckouts" });
    expect((await buy(videoIds[0])).ok).toBe(true);
    world.advance(61 * 60_000);
    expect((await buy(videoIds[3])).ok).toBe(true);
  });

  test("above the limit have a message on the page", async () => {
    for (const videoId of videoIds.slice(0, 3)) await buy(videoId);
    const asked = { path: `/videos/${videoIds[3]}/checkout`, form: {}, cookie: beto.cookie };
    expect((await ask(world, checkout, { ...asked, asData: true })).status).toBe(429);
    const page = await ask(world, checkout, asked);
    expect(page.flash).toMatchObject({ description: "marketplace.tooManyCheckouts" });
  });
});

test("fresh links are twenty a minute for an account", async () => {
  const ana = await makeCreator(world);
  const videoId = await makeVideo(world, ana);
  const asked = { path: `/watch/${videoId}/link`, method: "POST", cookie: ana.cookie };
  for (let at = 0; at < 20; at++) expect((await ask(world, freshLink, asked)).status).toBe(200);
  const refused = await ask(world, freshLink, asked);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(refused.text).toMatch(/Muitos pedidos/);
  const english = await ask(world, freshLink, { ...asked, path: `/watch/${videoId}/link?lng=en` });
  expect(english.text).toMatch(/Too many link requests/);
});
