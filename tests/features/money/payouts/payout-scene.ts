import { sql } from "kysely";
import { expect } from "vitest";
import { findBalance } from "~/features/money/payouts/balances.queries.server";
import type { PayoutRow } from "~/features/money/payouts/batches.queries.server";
import {
  loadNextBatch,
  type Prepared,
  preparePayouts,
} from "~/features/money/payouts/prepare-payouts.server";
import { type PayoutEnd, settlePayout } from "~/features/money/payouts/settle-payout.server";
import { loadStatement } from "~/features/money/payouts/statement.server";
import { serverPageTexts } from "~/i18n/i18next.server";
import type { Database } from "~/platform/db.server";
import { actorOf, addCreator, addUser } from "../../../support/rows";
import { readInOrder, setRows } from "../../../support/tables";

export const start = new Date("2026-11-21T12:00:00Z");
export const second = 1_000;
export const day = 24 * 60 * 60 * second;
/** Whatever is sold then is released. */
export const longAgo = new Date(start.getTime() - 40 * day);

/** Adds a creator who can be paid: with a valid Pix key. Returns their id. */
export async function addPayee(db: Database, fullName = "Ana Criadora"): Promise<string> {
  const userId = await addCreator(db, fullName);
  await setRows(db, "creator_profiles", { user_id: userId }, { pix_key: "ana@pix.example" });
  return userId;
}

/** An administrator, and a clock that the test moves. */
export async function startPaying(db: Database) {
  let now = start.getTime();
  const clock = () => new Date(now);
  const adminId = await addUser(db);
  const by = actorOf(adminId);
  const env = { PAYOUT_TWO_PEOPLE: false };
  const services = { db, clock, env };

  const see = async (creatorIds?: readonly string[]) => {
    const { payouts, cents } = await loadNextBatch(db, { creatorIds, asOf: clock() });
    return { asOf: clock(), count: payouts.length, cents };
  };
  const prepare = async (creatorIds?: readonly string[]): Promise<Prepared> =>
    preparePayouts(services, { ...(await see(creatorIds)), by, creatorIds });
  const settle = (payout: PayoutRow, end: PayoutEnd) =>
    settlePayout(services, { by, batchId: payout.batch_id, payoutId: payout.id, end });
  return {
    services,
    adminId,
    by,
    clock,
    see,
    prepare,
    setTime: (time: Date) => {
      now = time.getTime();
    },
    advance: (ms: number) => {
      now += ms;
    },
    /** Prepares one creator's payout, which must be possible, and returns it. */
    async preparePayout(creatorId: string): Promise<PayoutRow> {
      now += second;
      const prepared = await prepare([creatorId]);
      if (!prepared.ok) throw new Error(prepared.error);
      return payoutOf(db, creatorId);
    },
    pay: (payout: PayoutRow, bankReference = "E2026") => settle(payout, { status: "paid", bankReference }),
    fail: (payout: PayoutRow, failure = "Chave inexistente") => settle(payout, { status: "failed", failure }),
    balance: (creatorId: string) => findBalance(db, creatorId, clock()),
  };
}

/** A creator's newest payout. */
export async function payoutOf(db: Database, creatorId: string): Promise<PayoutRow> {
  const payout = (await readInOrder(db, "payouts", { creator_id: creatorId }, ["created_at"])).at(-1);
  if (!payout) throw new Error("no payout");
  return payout;
}

/** Every line of a payout's statement, page by page. */
export async function readStatement(db: Database, payout: PayoutRow) {
  const texts = serverPageTexts("pt");
  const pages = [await loadStatement(db, payout, { after: 0, texts })];
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
    pages.push(await loadStatement(db, payout, { after: next, texts }));
  const [first] = pages;
  if (!first) throw new Error("no page");
  return { ...first, lines: pages.flatMap(({ lines }) => lines) };
}

/**
 * Every creator's statements, one after another, join without a gap and add up; what came after the last of them makes
 * the balance of today.
 */
export async function expectStatementsToAddUp(db: Database): Promise<number> {
  const payouts = await readInOrder(db, "payouts", {}, ["created_at"]);
  const closing = new Map<string, number>();
  for (const payout of payouts) {
    const statement = await readStatement(db, payout);
    expect(statement.openingCents).toBe(closing.get(payout.creator_id) ?? 0);
    const sum = statement.lines.reduce((total, { cents }) => total + cents, 0);
    expect(statement.openingCents + sum).toBe(statement.closingCents);
    expect(statement.lines.at(-1)).toMatchObject({ kind: "payout", cents: -payout.amount_cents });
    let running = statement.openingCents;
    for (const { cents, balanceCents } of statement.lines) {
      running += cents;
      expect(balanceCents).toBe(running);
    }
    closing.set(payout.creator_id, statement.closingCents);
  }
  const { rows } = await sql<{ id: string; balance: number; since: number }>`
    SELECT b.creator_id AS id, b.balance_cents AS balance, coalesce((
        SELECT sum(amount_cents) FROM ledger_lines line
        WHERE line.creator_id = b.creator_id AND account = 'creator' AND line.id > coalesce((
          SELECT max(taken.id) FROM ledger_lines taken JOIN ledger_entries entry ON entry.id = taken.entry_id
          WHERE taken.creator_id = b.creator_id AND taken.account = 'creator' AND taken.amount_cents < 0
            AND entry.payout_id IS NOT NULL), 0)), 0)::bigint AS since
    FROM ledger_balances b WHERE account = 'creator'`.execute(db);
  for (const { id, balance, since } of rows) expect((closing.get(id) ?? 0) + since).toBe(balance);
  return payouts.length;
}
