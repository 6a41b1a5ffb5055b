/**
 * The figures of a creator's year are those of the facts' own dates, whatever the order in which webhooks reported
 * them.
 */
import { expect, test } from "vitest";
import { listMonthFigures } from "~/features/money/payees/tax.queries.server";
import { settleSale } from "~/features/orders/settlement/settle-sale.server";
import type { PaymentFact } from "~/integrations/payments/payments";
import { addConsumer, addCreator, addSale, addVideo } from "../../../support/rows";
import { openTestDatabase } from "../../../support/test-database";

const db = await openTestDatabase();
const month = (name: string) => new Date(`2026-${name}-15T12:00:00Z`);
const span = { from: month("01"), to: new Date("2027-01-01T03:00:00Z") };

interface Told {
  at: Date;
  fact: PaymentFact;
}

/**
 * Paid in January; refunded in parts in February and April, one of which failed in May; disputed in June, lost in July.
 */
function factsOf(saleId: string, name: string): Record<string, Told> {
  const of = { paymentId: `pi_${name}`, amountCents: 9999, currency: "BRL" };
  const paidAt = month("01");
  const refund = (
    id: string,
    amountCents: number,
    createdAt: Date,
    status: "succeeded" | "failed",
    at = createdAt,
  ): Told => ({
    at,
    fact: {
      ...of,
      kind: "refund",
      refundId: `re_${name}_${id}`,
      ownId: undefined,
      failure: undefined,
      amountCents,
      createdAt,
      status,
    },
  });
  const dispute = (status: "open" | "lost" | "released", at: Date): Told => ({
    at,
    fact: {
      ...of,
      kind: "dispute",
      disputeId: `dp_${name}`,
      reason: "fraud",
      createdAt: month("06"),
      amountCents: 5000,
      status,
      movedAt: at,
    },
  });
  const checkout = {
    ...of,
    checkoutId: `cs_${name}`,
    saleId,
    url: undefined,
    status: "complete",
    expiresAt: paidAt,
  } as const;
  return {
    charge: {
      at: paidAt,
      fact: { ...of, kind: "charge", chargeId: `ch_${name}`, saleId, method: "card", feeCents: 333 },
    },
    checkout: { at: paidAt, fact: { ...checkout, kind: "checkoutCompleted", paid: true } },
    part: refund("1", 1001, month("02"), "succeeded"),
    other: refund("2", 1003, month("04"), "succeeded"),
    failed: refund("2", 1003, month("04"), "failed", month("05")),
    open: dispute("open", month("06")),
    lost: dispute("lost", month("07")),
  };
}

function* ordersOf<Item>(items: readonly Item[]): Generator<Item[]> {
  if (items.length === 0) yield [];
  for (const [index, item] of items.entries())
    for (const rest of ordersOf(items.filter((_, other) => other !== index))) yield [item, ...rest];
}

async function play(names: readonly string[], name: string) {
  const creatorId = await addCreator(db);
  const saleId = await addSale(db, {
    consumerId: await addConsumer(db),
    videoId: await addVideo(db, creatorId),
    status: "pending",
    amountCents: 9999,
    checkoutId: `cs_${name}`,
    now: month("01"),
  });
  const facts = factsOf(saleId, name);
  const tell = async (each: string) => {
    const told = facts[each];
    if (!told) throw new Error(each);
    const { at, fact } = told;
    return db.transaction().execute((trx) => settleSale(trx, fact, month("12"), at));
  };
  const waiting: string[] = [];
  // Repeats the events that came too early, as the inbox does.
  for (const each of names) if (!(await tell(each)).ok) waiting.push(each);
  for (const each of waiting) expect(await tell(each)).toMatchObject({ ok: true });
  return listMonthFigures(db, { creatorId, ...span });
}

test.each([
  ["a refund and its failure", ["charge", "checkout", "part", "other", "failed"]],
  ["a refund and a dispute that is lost", ["charge", "checkout", "part", "open", "lost"]],
])(
  "the tax months are the same for every order of %s",
  async (what, names) => {
    const key = what.replaceAll(" ", "_");
    const expected = await play(names, `${key}_first`);
    const sum = (of: "grossCents" | "backCents") =>
      expected.reduce((total, figures) => total + figures[of], 0);
    expect(expected[0]).toMatchObject({ month: "2026-01", grossCents: 9999, backCents: 0 });
    expect(sum("grossCents")).toBe(9999);
    expect(sum("backCents")).toBe(names.includes("lost") ? 6001 : 1001);
    let at = 0;
    for (const order of ordersOf(names)) {
      at += 1;
      expect([order, await play(order, `${key}_${at}`)]).toEqual([order, expected]);
    }
    expect(at).toBe(120);
  },
  300_000,
);
