/**
 * Stripe, Stream and the file store, that accept a request and never answer it: every page says so by the deadline of its
 * request.
 */

import { afterAll, afterEach, expect, test } from "vitest";
import { createStripePayments } from "~/integrations/payments/stripe.server";
import { StreamingError } from "~/integrations/streaming/streaming";
import { makeVideo as makeFile } from "../features/studio/uploads/test-file";
import { mustBegin, patch } from "../features/studio/uploads/tus";
import { anOrder, startStreamSetup } from "../integrations/streaming-setup";
import { Browser, type Reply } from "../support/browser";
import { startHttpApp } from "../support/http-app";
import { makeAdmin, makeConsumer, makeCreator, makeVideo } from "../support/people";
import { startS3Server } from "../support/s3/s3-server";
import { salesAddress } from "../support/sales-address";
import { readRow } from "../support/tables";
import { appUrl, startTestWorld } from "../support/test-services";

const s3 = await startS3Server();
afterAll(() => s3.close());
const world = await startTestWorld({ STORAGE_DIR: undefined, ...s3.variables });
const { env, clock, db } = world.services;
// With the product's own limits and retries, which other tests shorten.
world.services.payments = createStripePayments({
  secretKey: env.STRIPE_SECRET_KEY ?? "",
  webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? "",
  apiUrl: world.stripe.url,
  clock,
});
const { port } = await startHttpApp(world);
afterEach(() => {
  s3.heal();
  world.stripe.setApiFault(undefined);
});

const creator = await makeCreator(world);
const buyer = await makeConsumer(world);
const videoId = await makeVideo(world, creator);
const asBuyer = () => new Browser({ port, cookie: buyer.cookie });
/**
 * Half a second more than the deadline of a request is aimed at; a machine with other work takes longer, and twice the
 * aim is a hang.
 */
const limitMs = 9_000;

async function timed(ask: () => Promise<Reply>): Promise<{ status: number; ms: number }> {
  const start = performance.now();
  const { status } = await ask();
  return { status, ms: performance.now() - start };
}

test("a checkout is refused by the deadline while Stripe hangs, and works afterwards", async () => {
  world.stripe.setApiFault("hang");
  const hung = await timed(() => asBuyer().post(`/videos/${videoId}/checkout`));
  expect(hung.ms).toBeLessThan(limitMs);
  expect(hung.status).toBeGreaterThanOrEqual(300);
  world.stripe.setApiFault(undefined);
  const again = await asBuyer().post(`/videos/${videoId}/checkout`);
  expect(again.location).toContain(world.stripe.url);
});

test("the reconciliation is queued, and rebuilding a sale is refused by the deadline, while Stripe hangs", async () => {
  const admin = await makeAdmin(world);
  world.stripe.setApiFault("hang");
  const press = (form: Record<string, string>) =>
    timed(() => new Browser({ port, cookie: admin.cookie }).post("/admin/reconciliation", form));
  const queued = await press({ intent: "run" });
  expect(queued.status).toBe(303);
  expect(queued.ms).toBeLessThan(limitMs);
  const email = "ana@example.com";
  const rebuilt = await press({ intent: "rebuild", checkoutId: "cs_test_hung", email, video: videoId });
  expect(rebuilt.ms).toBeLessThan(limitMs);
});

test("an upload is refused by the deadline while Stream hangs", async () => {
  const { stream, streaming } = await startStreamSetup();
  stream.setFault("api", "hang");
  const start = performance.now();
  await expect(streaming.beginUpload(anOrder(1_000))).rejects.toThrow(StreamingError);
  expect(performance.now() - start).toBeLessThan(limitMs);
  await stream.close();
});

test("pictures, pages and upload chunks are answered by the deadline while the store hangs", async () => {
  const { thumbnail_url } = await readRow(db, "videos", { id: videoId }, "thumbnail_url");
  const { path: salesPath } = await salesAddress(db, videoId);
  const sender = { port, origin: appUrl, cookie: creator.cookie };
  const file = makeFile(2_000_000);
  const upload = await mustBegin(sender, file);
  s3.fail({ how: "hang" });
  const asked: Record<string, () => Promise<Reply>> = {
    thumbnail: () => new Browser({ port }).get(`${thumbnail_url}`),
    "picture to share": () => new Browser({ port }).get(`/share/videos/${videoId}/picture.jpg`),
    "sales page": () => asBuyer().get(salesPath),
    purchases: () => asBuyer().get("/purchases"),
    "piece of an upload": () => patch(sender, upload, 0, file),
  };
  const answers = await Promise.all(
    Object.entries(asked).map(async ([name, ask]) => [name, await timed(ask)] as const),
  );
  expect(answers.filter(([, { ms }]) => ms >= limitMs)).toEqual([]);
  const pages = answers.filter(([name]) => ["sales page", "purchases"].includes(name));
  expect(pages.map(([, { status }]) => status)).toEqual([200, 200]);
  s3.heal();
  expect((await new Browser({ port }).get(`${thumbnail_url}`)).status).toBe(200);
});
