import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Transaction } from "kysely";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hideOwnVideo } from "~/features/studio/deletion/delete-video.queries.server";
import { listThumbnailSizes } from "~/features/videos/pictures/picture-paths";
import type { VideoConverter } from "~/integrations/conversion/converter";
import type { DB } from "~/platform/schema";
import { action, loader } from "~/routes/creator/edit-video";
import { ask } from "../../../support/ask";
import { breakStorage, type Fault } from "../../../support/broken-storage";
import { failWrites } from "../../../support/failing-writes";
import {
  inChunks,
  makeBoundary,
  multipartBody,
  type Part,
  streamedRequest,
} from "../../../support/multipart";
import {
  allowVideos,
  deliverEvents,
  makeConsumer,
  makeCreator,
  makeMp4,
  makeSale,
  makeVideo,
  openCheckout,
  type Person,
} from "../../../support/people";
import { addCreator, addVideo } from "../../../support/rows";
import { listFiles } from "../../../support/stored";
import { readInOrder, readRow } from "../../../support/tables";
import { appUrl, startTestWorld, type TestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { db, storage } = world.services;
let ana: Person;
let videoId: string;

beforeAll(async () => {
  ana = await makeCreator(world);
  await allowVideos(world.services, ana.userId);
});

beforeEach(async () => {
  videoId = await makeVideo(world, ana);
});

const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: "#a33" } })
  .png()
  .toBuffer();
const changed = { title: "Pão de forma", description: "No forno.\nCom calma.", price: "59,90" };

/** The page's form: text fields first, then the file input, which submits an empty file if unused. */
function parts(fields: Record<string, string> = {}, thumbnail: Uint8Array = Buffer.of()): Part[] {
  return [
    ...Object.entries({ ...changed, ...fields }).map(([name, content]) => ({ name, content })),
    { name: "thumbnail", fileName: thumbnail.length > 0 ? "nova capa.png" : "", content: thumbnail },
  ];
}

const at = (id: string) => ({ path: `/creator/videos/${id}/edit` });
const edit = (sent: Part[], { id = videoId, at: where = world } = {}) =>
  ask(where, action, { ...at(id), parts: sent, cookie: ana.cookie });
const open = (id = videoId) => ask(world, loader, { ...at(id), cookie: ana.cookie });
const row = () => readRow(db, "videos", { id: videoId });
const onDisk = (url: string | null) =>
  listThumbnailSizes(url ?? "").map((size) =>
    existsSync(join(world.storageDir, "objects", size.url.replace("/thumbnails/", ""))),
  );
const countFiles = async () => (await listFiles(world.storageDir)).length;
const worldWith = (changes: Partial<TestWorld["services"]>): TestWorld => ({
  ...world,
  services: { ...world.services, ...changes },
});
const withStore = (fault: Fault) => worldWith({ storage: breakStorage(storage, fault) });
/** Asserts that the video's row and the number of stored files stay as they are. */
async function expectUnchanged(act: () => Promise<void>): Promise<void> {
  const before = [await row(), await countFiles()];
  await act();
  expect([await row(), await countFiles()]).toEqual(before);
}

describe("the form of an edit", () => {
  test("shows the video without its location", async () => {
    const before = await row();
    const { data } = await open();
    expect(data).toEqual({
      id: videoId,
      offline: true,
      currency: "BRL",
      cover: before.thumbnail_url,
      values: {
        title: "Pão de queijo",
        description: "Em casa.",
        price: "49,90",
        pricing: "paid",
        topic: "",
        outcomes: "",
        spokenLanguage: "",
        previewSeconds: "60",
        previewStart: "0",
        trailerUrl: "",
      },
      topics: expect.arrayContaining([{ slug: "musica", name: "Música", family: "making" }]),
      languages: expect.arrayContaining([{ value: "pt", label: "Português" }]),
      parts: { captions: [], files: 0 },
      preview: { kind: "excerpt", status: "waiting" },
      selling: undefined,
      isFile: true,
      isLink: false,
      isCourse: false,
      seconds: undefined,
      shareBp: 1500,
      unpublished: undefined,
    });
  });

  test("saves the topic and the language, keeps the language if it is not sent, and removes both", async () => {
    expect((await edit(parts({ topic: "culinaria", spokenLanguage: "pt" }))).status).toBe(303);
    expect((await edit(parts({ topic: "culinaria" }))).status).toBe(303);
    expect(await row()).toMatchObject({ topic_slug: "culinaria", spoken_language: "pt" });
    expect((await open()).data).toMatchObject({ values: { spokenLanguage: "pt" } });
    expect((await edit(parts({ topic: "", spokenLanguage: "" }))).status).toBe(303);
    expect(await row()).toMatchObject({ topic_slug: null, spoken_language: null });
  });

  test("saves title, description and price, and keeps picture, file and date", async () => {
    const before = await row();
    const files = await countFiles();
    expect(await edit(parts())).toMatchObject({
      status: 303,
      location: "/creator/videos",
      flash: { tone: "success", title: "creator.edited" },
    });
    expect(await row()).toEqual({
      ...before,
      title: "Pão de forma",
      description: "No forno.\nCom calma.",
      price_cents: 5990,
      // Found by its new title from now on.
      title_plain: "pao de forma",
      title_grams: expect.arrayContaining(["fo", "rm"]),
      search_words: expect.stringContaining("'forno'"),
      price_since: expect.any(Date),
      content_updated_at: expect.any(Date),
    });
    expect(await countFiles()).toBe(files);
  });

  test("saves outcomes, cuts another excerpt at a new address, and does not date a change of price as an update", async () => {
    const before = await row();
    const fields = { outcomes: "Sovar\nAssar", previewSeconds: "30", previewStart: "90" };
    expect((await edit(parts(fields))).status).toBe(303);
    const after = await row();
    expect(after).toMatchObject({
      outcomes: ["Sovar", "Assar"],
      preview_seconds: 30,
      preview_start: 90,
      preview_kind: "excerpt",
      preview_status: "waiting",
    });
    expect(after.preview_key).not.toBe(before.preview_key);
    // A client may leave out the file field.
    expect((await edit(parts({ ...fields, price: "12,00" }).slice(0, -1))).status).toBe(303);
    expect(await row()).toEqual({ ...after, price_cents: 1200, price_since: expect.any(Date) });
    expect((await edit(parts({ ...fields, previewSeconds: "0" }))).status).toBe(303);
    expect(await row()).toMatchObject({
      preview_kind: null,
      preview_key: null,
      outcomes: ["Sovar", "Assar"],
    });
  });

  test("lets a trailer replace the excerpt, keeps it through other edits, and removes it", async () => {
    const trailer = { name: "trailer", fileName: "t.mp4", content: makeMp4() };
    expect(
      (await edit([...parts(), trailer], { at: worldWith({ converter: undefined }) })).data,
    ).toMatchObject({
      errors: { trailer: "previews.trailerUnplayable" },
    });
    const able = worldWith({ converter: {} as VideoConverter });
    expect((await edit([...parts(), trailer], { at: able })).status).toBe(303);
    const after = await row();
    expect(after).toMatchObject({ preview_kind: "trailer", preview_status: "waiting" });
    expect((await edit(parts({ previewSeconds: "45" }))).status).toBe(303);
    expect(await row()).toMatchObject({ preview_kind: "trailer", preview_source: after.preview_source });
    expect((await edit(parts({ previewSeconds: "45", removeTrailer: "on" }))).status).toBe(303);
    expect(await row()).toMatchObject({ preview_kind: "excerpt", preview_seconds: 45, preview_source: null });
  });

  test("replaces the thumbnail in all sizes, and removes the old one in all of them", async () => {
    const before = await row();
    const files = await countFiles();
    expect((await edit(parts({}, picture))).status).toBe(303);
    const after = await row();
    expect(after.thumbnail_url).toMatch(/_nova_capa\.webp$/);
    expect(onDisk(after.thumbnail_url)).toEqual([true, true]);
    expect(onDisk(before.thumbnail_url)).toEqual([false, false]);
    expect(await countFiles()).toBe(files);
  });
});

describe("an invalid edit is reported beside its field, with the upload's messages and the input", () => {
  test("for all wrong fields at once", async () => {
    const fields = { title: "", price: "0,49", topic: "nada", previewSeconds: "181" };
    await expectUnchanged(async () => {
      const { status, data } = await edit(parts(fields));
      const errors = {
        title: "videos.fillAll",
        price: "videos.priceTooLow",
        topic: "videos.topicUnknown",
        previewSeconds: "previews.secondsWrong",
      };
      expect({ status, data }).toEqual({ status: 400, data: { errors, values: { ...changed, ...fields } } });
    });
  });

  test.each<[string, Uint8Array, string]>([
    ["a page called a picture", Buffer.from("<!doctype html><title>x</title>"), "videos.thumbnailFormat"],
    ["one byte over 5 MB", Buffer.alloc(5_242_881, picture), "videos.thumbnailTooLarge"],
  ])("for %s and a field, and neither the texts nor the picture change", async (_, thumbnail, message) => {
    await expectUnchanged(async () => {
      const { status, data } = await edit(parts({ price: "x" }, thumbnail));
      const errors = { price: "videos.priceInvalid", thumbnail: message };
      expect({ status, data }).toEqual({ status: 400, data: { errors, values: { ...changed, price: "x" } } });
    });
  });

  test("changes nothing if the form is interrupted or malformed", async () => {
    const broken = { status: 400, data: { failure: { step: "creator.editBroken" } } };
    const boundary = makeBoundary();
    const whole = multipartBody(parts({}, picture), boundary);
    await expectUnchanged(async () => {
      for (const sent of [0, 10, whole.length >> 1, whole.length - 4]) {
        const headers = { Cookie: ana.cookie };
        const request = streamedRequest(appUrl, inChunks(whole.subarray(0, sent), 40), { boundary, headers });
        const handler = (args: Parameters<typeof action>[0]) => action({ ...args, request });
        expect(await ask(world, handler, { ...at(videoId), cookie: ana.cookie })).toMatchObject(broken);
      }
      const text = { ...at(videoId), body: "title=x", cookie: ana.cookie };
      expect(await ask(world, action, text)).toMatchObject(broken);
    });
  });
});

describe("another creator's video, or one not in the shop, cannot be edited", () => {
  const cases: [string, () => Promise<string>][] = [
    ["another creator's", async () => addVideo(db, await addCreator(db))],
    ["one that never was", async () => "00000000-0000-4000-8000-000000000000"],
    ["no id at all", async () => "1' OR '1'='1"],
    ["one still being uploaded", () => addVideo(db, ana.userId, { published: false })],
    [
      "one taken out of the shop",
      async () => {
        await hideOwnVideo(db, { creatorId: ana.userId, videoId, now: world.services.clock() });
        return videoId;
      },
    ],
  ];

  test.each(cases)("%s gets 404 for the page and the form alike, and nothing changes", async (_, make) => {
    const id = await make();
    const all = async () => [await readInOrder(db, "videos", {}, ["id"]), await countFiles()];
    const before = await all();
    const nowhere = { status: 404, text: "", data: undefined, thrown: true, location: null };
    expect(await open(id)).toMatchObject(nowhere);
    expect(await edit(parts({}, picture), { id })).toMatchObject(nowhere);
    expect(await all()).toEqual(before);
  });
});

describe("a failed edit leaves a record that names an existing picture", () => {
  beforeAll(async () => {
    await failWrites(db, ["UPDATE", "NEW.title = 'no room'"]);
  });

  test.each([
    ["first", /-960_/],
    ["second", /-480_/],
  ])("after a failure of storing its %s size, which is named, with the old picture", async (_, key) => {
    await expectUnchanged(async () => {
      const { status, data } = await edit(parts({}, picture), { at: withStore({ operation: "put", key }) });
      const failure = { step: "videos.uploadThumbnailFailed", reason: "videos.reasonUnavailable" };
      expect({ status, data }).toEqual({ status: 503, data: { errors: {}, values: changed, failure } });
    });
    expect(onDisk((await row()).thumbnail_url)).toEqual([true, true]);
  });

  test("after a failure of the update, with the old picture and without the new one", async () => {
    await expectUnchanged(async () => {
      expect(await edit(parts({ title: "no room" }, picture))).toMatchObject({
        status: 503,
        data: { failure: { step: "videos.uploadSaveFailed", reason: "creator.reasonDatabase" } },
      });
    });
    expect(onDisk((await row()).thumbnail_url)).toEqual([true, true]);
    expect(world.logged.at(-1)).toMatchObject({ level: 50, videoId, err: { code: "53100" } });
  });

  test("after the response of the committed update was lost, with the new picture", async () => {
    let answers = 0;
    const transaction = () => ({
      execute: async <T>(work: (trx: Transaction<DB>) => Promise<T>) => {
        const result = await db.transaction().execute(work);
        answers += 1;
        if (answers === 1) throw new Error("connection lost");
        return result;
      },
    });
    const lossy = new Proxy(db, {
      get: (target, name) => {
        const value: unknown = name === "transaction" ? transaction : Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    expect((await edit(parts({}, picture), { at: worldWith({ db: lossy }) })).status).toBe(503);
    const after = await row();
    expect(after.title).toBe("Pão de forma");
    expect(onDisk(after.thumbnail_url)).toEqual([true, true]);
  });

  test("after a failure to remove the old picture, which is logged as a leftover", async () => {
    const before = await row();
    const at = withStore({ operation: "remove" });
    expect((await edit(parts({}, picture), { at })).status).toBe(303);
    const after = await row();
    expect(after.thumbnail_url).not.toBe(before.thumbnail_url);
    expect(onDisk(after.thumbnail_url)).toEqual([true, true]);
    expect(world.logged.at(-1)).toMatchObject({ level: 40, url: before.thumbnail_url });
  });

  test("after the video was deleted while the form arrived: it is not found, and no picture is left", async () => {
    const files = await countFiles();
    const hiding = {
      ...storage,
      put: async (...args: Parameters<typeof storage.put>) => {
        await hideOwnVideo(db, { creatorId: ana.userId, videoId, now: world.services.clock() });
        return storage.put(...args);
      },
    };
    const at = worldWith({ storage: hiding });
    expect(await edit(parts({}, picture), { at })).toMatchObject({ status: 404, thrown: true });
    expect(await countFiles()).toBe(files);
  });
});

test("concurrent edits leave one picture, which the record names", async () => {
  const files = await countFiles();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => edit(parts({ title: `Pão ${n}` }, picture))),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 303));
  expect(onDisk((await row()).thumbnail_url)).toEqual([true, true]);
  expect(await countFiles()).toBe(files);
});

describe("a sale keeps its price", () => {
  const sales = () =>
    readInOrder(
      db,
      "sales",
      { video_id: videoId },
      ["id"],
      "amount_cents",
      "platform_fee_cents",
      "creator_earnings_cents",
      "status",
    );

  test("if the price changes during the checkout", async () => {
    await makeSale(world, await makeConsumer(world), videoId);
    const checkoutId = await openCheckout(world, await makeConsumer(world), videoId);
    const before = await sales();
    expect((await edit(parts({ price: "99,00" }))).status).toBe(303);
    expect(await sales()).toEqual(before);
    await world.stripe.pay(checkoutId, { method: "card", outcome: "succeed" });
    await deliverEvents(world, checkoutId);
    expect((await sales()).map(({ amount_cents, status }) => [amount_cents, status])).toEqual([
      [4990, "completed"],
      [4990, "completed"],
    ]);
  });
});

test("timestamps that form no chapters are saved, and the message names their problem", async () => {
  const description = "0:00 Massa\n1:00 Forno";
  expect(await edit(parts({ description }))).toMatchObject({
    status: 303,
    flash: {
      tone: "success",
      title: "creator.edited",
      description: "creator.chaptersFew",
      values: { found: "2" },
    },
  });
  expect((await row()).description).toBe(description);
  const right = await edit(parts({ description: `${description}\n2:00 Fim` }));
  expect(right.flash).toEqual({ tone: "success", title: "creator.edited" });
});
