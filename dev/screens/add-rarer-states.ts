import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type { Actor } from "~/platform/session/actor.server";
import { loadNextBatch, preparePayouts } from "../../app/features/money/payouts/prepare-payouts.server";
import { settlePayout } from "../../app/features/money/payouts/settle-payout.server";
import { changeAccount } from "../../app/features/office/people/change-account.server";
import { suspendVideo } from "../../app/features/office/people/suspend-video.server";
import { reconcile } from "../../app/features/office/reconciliation/reconcile.server";
import type { Conversion } from "../../app/features/videos/media/conversion";
import type { Services } from "../../app/platform/services";
import { openServices } from "../demo/add-demo-data";
import { demoAdmin, demoCreators, demoLearners } from "../demo/people";
import type { LocalWorld } from "../local-world";

export const rareCreator = demoCreators[2];

export type Ids = Awaited<ReturnType<typeof addRarerStates>>;

const conversions: Conversion[] = [
  { state: "running", percent: 40 },
  { state: "failed", reason: "unreadable" },
  { state: "unavailable" },
];

/** Returns the ids by placeholder in the URL of a screen. */
export async function addRarerStates(world: LocalWorld) {
  // As the database owner, because past sales are changed so that earnings are due.
  const services = openServices({ ...world.env, DATABASE_URL: world.databaseOwnerUrl });
  const { db } = services;
  const idOf = async (email: string) =>
    (await db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow()).id;
  try {
    const userId = await idOf(demoAdmin.email);
    const by = (): Actor => ({
      userId,
      email: demoAdmin.email,
      address: "203.0.113.7",
      browser: "Firefox, Linux",
      at: services.clock(),
    });
    const creator = await idOf(rareCreator.email);
    const suspended = await idOf(demoLearners[2].email);
    const video = await addVideoStates(services, creator, by());
    const reason = "Pagamentos contestados em três compras seguidas.";
    await changeAccount(services, { userId: suspended, step: "suspend", reason, by: by() });
    await grantRole(services, await idOf(demoCreators[1].email), by());
    // Before the ledger is changed below, which a reconciliation would report.
    await addDifference(services);
    await addQuietMonth(services);
    const { batch, payout } = await addBatch(services, by);
    const learner = await idOf(demoLearners[0].email);
    const sales = db.selectFrom("sales").select(["id", "video_id"]);
    const completed = sales.where("status", "=", "completed");
    const sale = await completed.orderBy("created_at").executeTakeFirstOrThrow();
    const ofLearner = sales.where("consumer_id", "=", learner).orderBy("created_at");
    const awaited = await ofLearner.where("status", "=", "processing").executeTakeFirstOrThrow();
    const withdrawn = await completed
      .where("consumer_id", "=", learner)
      .orderBy("created_at", "desc")
      .executeTakeFirstOrThrow();
    const { course_id: finished, code } = await db
      .selectFrom("certificates")
      .select(["course_id", "code"])
      .executeTakeFirstOrThrow();
    const dispute = await openDispute(services, world);
    return {
      creator,
      suspended,
      dispute,
      video,
      batch,
      payout,
      sale: sale.id,
      awaited: awaited.video_id,
      withdrawn: withdrawn.id,
      finished,
      code,
    };
  } finally {
    await db.destroy();
  }
}

async function grantRole(services: Services, userId: string, by: Actor): Promise<void> {
  await services.db
    .updateTable("users")
    .set({ email_verified_at: services.clock() })
    .where("id", "=", userId)
    .execute();
  const granted = await changeAccount(services, { userId, step: "grant", by });
  if (!granted.ok) throw new Error(`the role was not granted: ${granted.error}`);
}

/** One per conversion state, and a suspended one. Returns the id of an ordinary one. */
async function addVideoStates(services: Services, creatorId: string, by: Actor): Promise<string> {
  const { db } = services;
  const videos = await db
    .selectFrom("videos")
    .select("id")
    .where("creator_id", "=", creatorId)
    .orderBy("created_at", "desc")
    .execute();
  const [last, suspended, ...others] = videos.reverse().map(({ id }) => id);
  if (!last || !suspended) throw new Error("too few videos in the demo");
  for (const [index, conversion] of conversions.entries()) {
    const videoId = others[index];
    if (!videoId) break;
    await db
      .insertInto("conversions")
      .values({
        percent: null,
        reason: null,
        run_id: conversion.state === "running" ? randomUUID() : null,
        ...conversion,
        video_id: videoId,
      })
      .execute();
  }
  await suspendVideo(services, {
    videoId: suspended,
    suspended: true,
    reason: "Denúncia de cópia de outro curso.",
    by,
  });
  return last;
}

/** Of the newest purchase. Waits until the server has stored it. Returns the dispute's id. */
async function openDispute({ db }: Services, { stripe }: LocalWorld): Promise<string> {
  const { provider_payment_id: paymentId } = await db
    .selectFrom("sales")
    .select("provider_payment_id")
    .where("status", "=", "completed")
    .where("payment_method", "=", "card")
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
  const opened = await stripe.openDispute(paymentId ?? "");
  if (!opened.ok) throw new Error(opened.error);
  const { id } = opened.dispute;
  for (let tries = 0; tries < 100; tries += 1) {
    const stored = await db.selectFrom("disputes").select("id").where("id", "=", id).executeTakeFirst();
    if (stored) return id;
    await setTimeout(100);
  }
  throw new Error("the server has not stored the dispute");
}

/** Adds some sales to the days without any, for the chart, and makes all earnings due. */
async function addQuietMonth({ db }: Services): Promise<void> {
  await sql`INSERT INTO ledger_days (currency, day, part, platform_cents, creators_cents, sales)
    SELECT 'BRL', (now() AT TIME ZONE 'America/Sao_Paulo')::date - ago, 0,
      749 * (ago * 7 % 4), 4241 * (ago * 7 % 4), ago * 7 % 4
    FROM generate_series(1, 28) ago WHERE ago % 5 > 0
    ON CONFLICT DO NOTHING`.execute(db);
  await sql`ALTER TABLE ledger_lines DISABLE TRIGGER ledger_append_only`.execute(db);
  await sql`UPDATE ledger_lines SET available_at = now() - interval '1 day' WHERE available_at IS NOT NULL`.execute(
    db,
  );
  await sql`ALTER TABLE ledger_lines ENABLE TRIGGER ledger_append_only`.execute(db);
}

async function addBatch(services: Services, by: () => Actor): Promise<{ batch: string; payout: string }> {
  const asOf = services.clock();
  const { payouts, cents } = await loadNextBatch(services.db, { asOf });
  const prepared = await preparePayouts(services, { asOf, count: payouts.length, cents, by: by() });
  if (!prepared.ok) throw new Error(`no batch could be prepared: ${prepared.error}`);
  const { batchId } = prepared;
  const rows = await services.db.selectFrom("payouts").select("id").where("batch_id", "=", batchId).execute();
  const ends = [
    { status: "paid", bankReference: "E00000000202611211404" },
    { status: "failed", failure: "A chave Pix não existe mais." },
  ] as const;
  for (const [index, end] of ends.entries()) {
    const payoutId = rows[index]?.id;
    if (payoutId) await settlePayout(services, { by: by(), batchId, payoutId, end });
  }
  return { batch: batchId, payout: rows[0]?.id ?? "" };
}

async function addDifference(services: Services): Promise<void> {
  const run = await reconcile(services);
  if (!run.ok) throw new Error("a comparison is running");
  await services.db
    .insertInto("reconciliation_differences")
    .values({
      reconciliation_id: run.id,
      what: "unknownPayment",
      subject: "pi_3Q0000000000000000000001",
      amount_cents: 4990,
      currency: "BRL",
      sale_id: null,
    })
    .execute();
}
