/** What was heard late is dated by the provider's clock: an outage over a month's end moves no revenue. */

import { afterEach, expect, test } from "vitest";
import { sumRevenueByDay } from "~/features/money/ledger/ledger-proof.queries.server";
import { decideReleases } from "~/features/money/ledger/release-rules";
import { reconcile } from "~/features/office/reconciliation/reconcile.server";
import { returnFromCheckout } from "~/features/orders/checkout/start-checkout.server";
import { sumCreatorSales } from "~/features/studio/dashboard/creator-totals.queries.server";
import { createDelivery, pay, readSale, readViolations } from "../../../support/payment-scene";
import { readRow } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services, stripe } = world;
const { db } = services;
const deliver = createDelivery(world);
const hourMs = 3_600_000;

/** The last hour of a month in São Paulo, a later one for each test. */
let month = 11;
function startLastHour(): Date {
  month += 1;
  const lastHour = new Date(Date.UTC(2026, month, 1, 2, 30));
  world.setTime(lastHour);
  return lastHour;
}
const monthsOf = async (since: string) => {
  const days = await sumRevenueByDay(db, { since: since as never });
  return [...new Set(days.filter(({ cents }) => cents !== 0).map(({ day }) => day.slice(0, 7)))];
};
const dayOf = (at: Date) => new Date(at.getTime() - 3 * hourMs).toISOString().slice(0, 10);

async function paidAt(saleId: string): Promise<Date | null> {
  const sale = await readRow(db, "sales", { id: saleId }, "paid_at");
  return sale.paid_at;
}

afterEach(async () => {
  expect(await readViolations(world)).toEqual([]);
});

const ways = {
  "its event, delivered late": deliver,
  "reconciliation, its event lost": async () => {
    expect(await reconcile(services)).toMatchObject({ ok: true });
  },
  "the buyer's return, its event lost": async (sale: Awaited<ReturnType<typeof pay>>) => {
    await returnFromCheckout(services, { consumerId: sale.buyer.userId, checkoutId: sale.checkoutId });
  },
};

test.each(
  Object.entries(ways).flatMap(([way, hear]) =>
    (["card", "pix", "boleto"] as const).map((method) => [way, method, hear] as const),
  ),
)(
  "a payment learned by %s and paid by %s has revenue, earnings and release at the time of the payment",
  async (_, method, hear) => {
    const paid = startLastHour();
    const sale = await pay(world, { method });
    world.advance(5 * hourMs);
    await hear(sale);
    expect(await paidAt(sale.saleId)).toEqual(paid);
    expect(await monthsOf(dayOf(paid))).toEqual([dayOf(paid).slice(0, 7)]);
    const since = dayOf(paid) as never;
    const { days } = await sumCreatorSales(db, {
      creatorId: sale.creatorId,
      since,
      now: services.clock(),
    });
    expect(days.filter(({ cents }) => cents !== 0)).toEqual([{ day: dayOf(paid), cents: 4241, sales: 1 }]);
    await deliver();
    await reconcile(services);
    const released = await db
      .selectFrom("ledger_lines")
      .innerJoin("ledger_entries", "ledger_entries.id", "entry_id")
      .select(({ fn }) => ["available_at", fn.sum<number>("amount_cents").as("cents")])
      .where("sale_id", "=", sale.saleId)
      .where("account", "=", "creator")
      .groupBy("available_at")
      .having(({ fn }) => fn.sum("amount_cents"), "<>", 0)
      .execute();
    expect(released.map(({ available_at }) => available_at)).toEqual([decideReleases(paid, method).at]);
  },
);

test("a refund and a dispute learned after the end of the month lower the month in which they were made", async () => {
  const start = startLastHour();
  const [back, disputed] = [await pay(world), await pay(world)];
  await deliver();
  world.advance(600_000);
  await stripe.openDispute(disputed.paymentId);
  await fetch(`${stripe.url}/dev/payments/${back.paymentId}/refund`, {
    method: "POST",
    body: new URLSearchParams(),
    headers: { Accept: "application/json" },
  });
  world.advance(5 * hourMs);
  await reconcile(services);
  expect((await readSale(world, back.saleId)).status).toBe("refunded");
  expect((await readSale(world, disputed.saleId)).status).toBe("disputed");
  const days = await sumRevenueByDay(db, { since: dayOf(start) as never });
  expect(days.filter(({ cents }) => cents !== 0)).toEqual([]);
});
