/**
 * Preparing and settling payouts, the line to the database cut before and after each statement, as kill −9 cuts it:
 * nothing is lost, nothing doubled, and doing it again ends where it would have ended.
 */
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { preparePayouts } from "~/features/money/payouts/prepare-payouts.server";
import { settlePayout } from "~/features/money/payouts/settle-payout.server";
import { openDatabase } from "~/platform/db.server";
import type { DB } from "~/platform/schema";
import { expectNoViolations } from "../../../support/proofs";
import { addSaleOf } from "../../../support/rows";
import { readRows } from "../../../support/tables";
import { createTestDatabase } from "../../../support/test-database";
import { addPayee, expectStatementsToAddUp, longAgo, payoutOf, second, startPaying } from "./payout-scene";

const database = await createTestDatabase();
const { db } = openDatabase(database.url, () => {});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});
const paying = await startPaying(db);

type Cut = { at: number; when: "before" | "after" };

/**
 * Does some work on a connection that dies at its n-th statement. Returns whether it succeeded, and how many it has.
 */
async function cutOff<Result>(cut: Cut, work: (mortal: Kysely<DB>) => Promise<Result>) {
  const pool = new pg.Pool({ connectionString: database.url, max: 1, types: parsers() });
  pool.on("error", () => {});
  let asked = 0;
  const dialect = new PostgresDialect({
    pool: {
      async connect() {
        const client = await pool.connect();
        client.on("error", () => {});
        const query = client.query.bind(client) as (text: string, values: unknown[]) => Promise<unknown>;
        const die = () =>
          (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
        const mortal = {
          async query(text: string, values: unknown[]) {
            asked += 1;
            const mine = asked;
            if (mine === cut.at && cut.when === "before") {
              die();
              throw new Error("cut off");
            }
            const result = await query(text, values);
            if (mine === cut.at) {
              die();
              throw new Error("cut off");
            }
            return result;
          },
          release: () => client.release(true),
        };
        return mortal as never;
      },
      end: () => pool.end(),
    },
  });
  const mortal = new Kysely<DB>({ dialect });
  const done = await work(mortal).then(
    () => true,
    () => false,
  );
  await mortal.destroy();
  return { done, statements: asked };
}

function parsers() {
  const parse = (oid: number, format?: "text" | "binary") =>
    oid === 20 && format !== "binary" ? Number : pg.types.getTypeParser(oid, format as "text");
  return { getTypeParser: parse as typeof pg.types.getTypeParser };
}

/**
 * Cuts before and after every statement, in turn, until the work has no more of them. Returns how many cuts there were.
 */
async function everywhere(
  oneCut: (cut: Cut) => Promise<{ done: boolean; statements: number }>,
): Promise<number> {
  for (let at = 1; at < 60; at++) {
    for (const when of ["before", "after"] as const) {
      const { done, statements } = await oneCut({ at, when });
      await expectNoViolations(db);
      if (done && statements < at) return at - 1;
    }
  }
  throw new Error("it never got through");
}

async function addEarner(): Promise<string> {
  const creator = await addPayee(db);
  await addSaleOf(db, creator, { now: longAgo });
  return creator;
}

function prepareAgain(creators: string[]) {
  paying.advance(second);
  return paying.prepare(creators);
}

test("an interrupted preparation leaves a complete batch or none", async () => {
  const cuts = await everywhere(async (cut) => {
    const creators = [await addEarner(), await addEarner()];
    paying.advance(second);
    const wish = { ...(await paying.see(creators)), by: paying.by, creatorIds: creators };
    const ended = await cutOff(cut, (mortal) => preparePayouts({ db: mortal, clock: paying.clock }, wish));
    // The administrator reads the page again and finishes the rest.
    let again = await prepareAgain(creators);
    // PostgreSQL needs a moment to notice a closed connection.
    for (let tries = 0; !again.ok && again.error === "busy" && tries < 500; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      again = await prepareAgain(creators);
    }
    expect(await readRows(db, "payouts", { creator_id: creators }, "id")).toHaveLength(2);
    for (const creator of creators)
      expect(await paying.balance(creator)).toMatchObject({ owedCents: 0, inTransitCents: 4241 });
    if (ended.done) expect(again).toEqual({ ok: false, error: "changedMeanwhile" });
    return ended;
  });
  expect(cuts).toBeGreaterThan(12);
  await expectStatementsToAddUp(db);
}, 120_000);

test.each([
  [
    "paid",
    { status: "paid", bankReference: "E2026" },
    { owedCents: 0, inTransitCents: 0, paidOutCents: 4241 },
  ],
  [
    "failed",
    { status: "failed", failure: "Conta encerrada" },
    { owedCents: 4241, inTransitCents: 0, paidOutCents: 0 },
  ],
] as const)(
  "a payout settled as %s and cut off anywhere is settled once, with one mail",
  async (_, end, balance) => {
    const cuts = await everywhere(async (cut) => {
      const creator = await addEarner();
      const payout = await paying.preparePayout(creator);
      const wish = { by: paying.by, batchId: payout.batch_id, payoutId: payout.id, end };
      const ended = await cutOff(cut, (mortal) => settlePayout({ ...paying.services, db: mortal }, wish));
      const before = await payoutOf(db, creator);
      const again = await settlePayout(paying.services, wish);
      expect(again).toEqual({ ok: true, repeated: before.status !== "prepared" });
      expect(await paying.balance(creator)).toMatchObject(balance);
      expect(await readRows(db, "mails", { key: `payoutSettled:${payout.id}` }, "key")).toHaveLength(1);
      return ended;
    });
    expect(cuts).toBeGreaterThan(6);
    await expectStatementsToAddUp(db);
  },
  120_000,
);
