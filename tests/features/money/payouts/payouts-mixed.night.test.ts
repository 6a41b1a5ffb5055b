/**
 * Sales, refunds, disputes and payouts in random mixes: every balance equals its statements, and nothing is paid
 * unreleased.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { PaymentFact } from "~/integrations/payments/payments";
import { chargeFact, disputeFact, refundFact, settle } from "../../../support/payment-facts";
import { expectNoViolations } from "../../../support/proofs";
import { addConsumer, addSale, addVideo } from "../../../support/rows";
import { openTestDatabase } from "../../../support/test-database";
import { addPayee, day, expectStatementsToAddUp, payoutOf, second, startPaying } from "./payout-scene";

const db = await openTestDatabase();
const mixes = 500;
/** Steps of a mix, and mixes that share one creator, so that their statements grow long. */
const steps = { minLength: 3, maxLength: 9 };
const mixesPerCreator = 10;

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("sell" as const),
      cents: fc.integer({ min: 50, max: 20_000 }),
      method: fc.constantFrom("card" as const, "pix" as const, "boleto" as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("refund" as const),
      of: fc.nat(),
      share: fc.integer({ min: 1, max: 100 }),
      fails: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("dispute" as const),
      of: fc.nat(),
      status: fc.constantFrom("open" as const, "released" as const, "lost" as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("wait" as const), days: fc.integer({ min: 1, max: 20 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("prepare" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("settle" as const), paid: fc.boolean(), twice: fc.boolean() }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Paying = Awaited<ReturnType<typeof startPaying>>;

interface Sold {
  name: string;
  amountCents: number;
  refundedCents: number;
}

let names = 0;

/** One creator's life. The clock is theirs alone; payouts of others are prepared at other times. */
async function play(
  paying: Paying,
  creator: string,
  videoId: string,
  sold: Sold[],
  what: Step,
): Promise<void> {
  const tell = (fact: PaymentFact) => settle(db, fact, paying.clock());
  paying.advance(second);
  switch (what.do) {
    case "wait":
      return paying.advance(what.days * day);
    case "sell": {
      names += 1;
      const name = `mix_${names}`;
      const { cents: amountCents, method } = what;
      const consumerId = await addConsumer(db);
      const saleId = await addSale(db, { consumerId, videoId, amountCents, now: paying.clock() });
      sold.push({ name, amountCents, refundedCents: 0 });
      await tell(chargeFact(name, saleId, { amountCents, method, feeCents: 1 }));
      return;
    }
    case "refund": {
      const sale = sold[what.of % Math.max(1, sold.length)];
      const cents =
        sale &&
        Math.min(sale.amountCents - sale.refundedCents, Math.ceil((sale.amountCents * what.share) / 100));
      if (!sale || !cents) return;
      names += 1;
      if (!what.fails) sale.refundedCents += cents;
      const terms = { refundId: `re_${names}`, amountCents: cents, createdAt: paying.clock() };
      for (const status of what.fails ? (["pending", "failed"] as const) : (["succeeded"] as const))
        await tell(refundFact(sale.name, { ...terms, status }));
      return;
    }
    case "dispute": {
      const sale = sold[what.of % Math.max(1, sold.length)];
      if (!sale) return;
      const terms = { amountCents: sale.amountCents, createdAt: paying.clock() };
      await tell(disputeFact(sale.name, what.status, terms));
      return;
    }
    case "prepare": {
      const before = await paying.balance(creator);
      const seen = await paying.see([creator]);
      const prepared = await paying.prepare([creator]);
      expect(prepared.ok).toBe(seen.count === 1);
      if (!prepared.ok) return;
      expect(before.payableCents).toBeLessThanOrEqual(before.owedCents);
      expect((await payoutOf(db, creator)).amount_cents).toBe(before.payableCents);
      const after = await paying.balance(creator);
      expect(after.payableCents).toBe(0);
      expect(after.laterCents).toBe(before.laterCents);
      return;
    }
    case "settle": {
      const payout = await payoutOf(db, creator).catch(() => undefined);
      if (payout?.status !== "prepared") return;
      const settle = () => (what.paid ? paying.pay(payout) : paying.fail(payout));
      await Promise.all(what.twice ? [settle(), settle()] : [settle()]);
    }
  }
}

test(`in ${mixes} random histories every balance equals its statements, and every payout was released`, async () => {
  const all = fc.sample(fc.array(step, steps), { numRuns: mixes, seed: 20261121 });
  const paying = await startPaying(db);
  for (let at = 0; at < all.length; at += mixesPerCreator) {
    const creator = await addPayee(db);
    const videoId = await addVideo(db, creator);
    const sold: Sold[] = [];
    for (const mix of all.slice(at, at + mixesPerCreator))
      for (const what of mix) await play(paying, creator, videoId, sold, what);
    const { laterCents, payableCents, owedCents } = await paying.balance(creator);
    expect(laterCents).toBeGreaterThanOrEqual(0);
    expect(payableCents).toBe(owedCents - laterCents);
  }
  await expectNoViolations(db);
  expect(await expectStatementsToAddUp(db)).toBeGreaterThan(mixes / 4);
}, 1_800_000);
