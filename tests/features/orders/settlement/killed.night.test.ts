/**
 * The server dies by SIGKILL while it gives access. Started again, nothing is lost, nothing doubled. Settlements, refunds
 * and payouts are cut off after any statement: cut-off.night.test.ts, payouts-cut-off.night.test.ts.
 */
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { takeAccess } from "~/features/orders/gifts/take-access.server";
import { signWebhook } from "../../../../dev/stripe/webhooks";
import { type Bought, pay, readSale, watchEvents } from "../../../support/payment-scene";
import { makeConsumer, makeCreator, openCheckout, signIn } from "../../../support/people";
import { expectNoViolations } from "../../../support/proofs";
import { addCourse, addVideo, giftTerms } from "../../../support/rows";
import { startMortalServer } from "../../../support/server-process";
import { readRow, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

// The server restarts several times, on shared cores.
vi.setConfig({ testTimeout: 240_000 });

const world = await startTestWorld();
const { services, stripe } = world;
const { db } = services;
const server = await startMortalServer(world);

/** The numbers of responses after which the process is killed. */
const deaths = [0, 3];

const creator = await makeCreator(world);

const post = (path: string, form: Record<string, string>, as: string) =>
  fetch(`${server.origin}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { Cookie: as, Origin: server.origin },
    body: new URLSearchParams(form),
  });

/** As Stripe sends it, signed at this moment. */
async function webhook(body: string): Promise<boolean> {
  const secret = services.env.STRIPE_WEBHOOK_SECRET ?? "";
  const signature = signWebhook(body, secret, Math.floor(Date.now() / 1000));
  const headers = { "Stripe-Signature": signature, "Content-Type": "application/json" };
  return (await fetch(`${server.origin}/webhooks/stripe`, { method: "POST", headers, body })).ok;
}

/** Runs all concurrently, kills the server after a number of responses, and starts it again. */
async function dieAfter(answers: number, tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  let answered = 0;
  let enough = () => {};
  const reached = new Promise<void>((resolve) => (enough = resolve));
  const underway = tasks.map((task) =>
    task().then(
      () => {
        answered += 1;
        if (answered >= answers) enough();
      },
      // The connection breaks: the process never learns the outcome.
      () => {},
    ),
  );
  if (answers > 0) await reached;
  else await new Promise((resolve) => setTimeout(resolve, 15));
  await server.killAndRestart();
  await Promise.all(underway);
}

/** Delivers every unanswered event again, as Stripe does for days. */
async function deliverAll(bodies: readonly string[]): Promise<void> {
  for (const body of bodies)
    for (let tries = 0; !(await webhook(body)); tries += 1) expect(tries).toBeLessThan(5);
}

/** Somebody who presses a button until it was answered, and again: the second time changes nothing. */
interface Presser {
  userId: string;
  press: () => Promise<unknown>;
}

test.each(deaths)(
  "gifts, free products and courses that lessons paid for are given once after the process is killed after %i responses",
  async (answers) => {
    const announced = watchEvents(world);
    const add = () => addVideo(db, creator.userId);
    const [freeId, lessonId, given] = [await add(), await add(), await add()];
    await setRows(db, "videos", { id: freeId }, { price_cents: 0 });
    const courseId = await addCourse(db, creator.userId, [lessonId, await add()], { priceCents: 5000 });
    const presser = async (userId: string, path: string): Promise<Presser> => {
      const own = await signIn(world, userId);
      return { userId, press: () => post(path, { shownPriceCents: "0" }, own) };
    };
    const takers: Presser[] = [];
    const learners: Presser[] = [];
    const leavers: (Presser & Bought)[] = [];
    for (let n = 0; n < 3; n += 1) {
      takers.push(await presser((await makeConsumer(world)).userId, `/videos/${freeId}/checkout`));
      const paid = { videoId: lessonId, creatorId: creator.userId };
      const { buyer } = await pay(world, paid);
      learners.push(await presser(buyer.userId, `/videos/${courseId}/checkout`));
      const left = await pay(world, paid);
      leavers.push({ ...left, ...(await presser(left.buyer.userId, `/purchases/${left.saleId}/withdraw`)) });
    }
    await deliverAll(announced().map(({ body }) => body));
    for (const { userId } of leavers) await (await presser(userId, `/videos/${courseId}/checkout`)).press();
    const before = announced().length;
    const giver = await makeConsumer(world);
    const checkoutId = await openCheckout(world, giver, given, { gift: giftTerms });
    await stripe.pay(checkoutId, { method: "card", outcome: "succeed" });
    const bodies = announced()
      .slice(before)
      .map(({ body }) => body);

    const all = [...takers, ...learners, ...leavers];
    await dieAfter(answers, [...all.map(({ press }) => press), ...bodies.map((body) => () => webhook(body))]);
    await expectNoViolations(db, "access_violations");
    for (const { press } of all) await press();
    await vi.waitFor(
      async () => {
        // Jobs that failed meanwhile are tried again at once.
        await sql`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now()`.execute(db);
        expect(await readRows(db, "refunds", { status: "requested" }, "id")).toEqual([]);
      },
      { timeout: 60_000, interval: 500 },
    );
    await deliverAll(announced().map(({ body }) => body));

    const grantsOf = (userId: string, productId: string) =>
      readRows(db, "access_grants", { user_id: userId, product_id: productId }, "reason", "revoke_reason");
    const mailsOf = async (userId: string) =>
      (await readRows(db, "mails", { user_id: userId, kind: "freeAccess" }, "kind")).length;
    for (const [people, productId, reason] of [
      [takers, freeId, "free"],
      [learners, courseId, "lessons"],
    ] as const)
      for (const { userId } of people) {
        expect(await grantsOf(userId, productId)).toEqual([{ reason, revoke_reason: null }]);
        expect(await mailsOf(userId)).toBe(1);
      }
    for (const { userId, paymentId, saleId } of leavers) {
      expect(await grantsOf(userId, courseId)).toEqual([{ reason: "lessons", revoke_reason: "refunded" }]);
      const sent = stripe.refunds().filter(({ payment_intent }) => payment_intent === paymentId);
      expect(sent.map(({ amount }) => amount)).toEqual([4990]);
      expect((await readSale(world, saleId)).status).toBe("refunded");
    }
    const { id: saleId } = await readRow(
      db,
      "sales",
      { consumer_id: giver.userId, status: "completed" },
      "id",
    );
    const [first, second] = [await makeConsumer(world), await makeConsumer(world)];
    const link = { kind: "gift", id: saleId, version: 0 } as const;
    const taken = await Promise.all(
      [first, second, first].map(({ userId }) => takeAccess(services, link, userId)),
    );
    expect(taken.some(({ ok }) => ok)).toBe(true);
    const receivers = [...(await grantsOf(first.userId, given)), ...(await grantsOf(second.userId, given))];
    expect(receivers).toEqual([{ reason: "gift", revoke_reason: null }]);
    await expectNoViolations(db, "access_violations");
  },
);
