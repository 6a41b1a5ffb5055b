/** What was heard late is dated by the provider's clock: an outage over a month's end moves no revenue. */

import { afterEach, expect, test } from "vitest";
import { sumRevenueByDay } from "~/features/money/ledger/ledger-proof.queries.server";
import { decideReleases } from "~/features/money/ledger/release-rules";
import { reconcile } from "~/features/office/reconciliation/reconcile.server";
import { returnFromCheckout } from "~/features/orders/checkout/start-checkout.server";
import { sumCreatorSales } from "~/features/studio/dashboard/creator-totals.queries.server";
import { dayOf } from "~/i18n/days";
import { type Bought, createDelivery, pay, readSale } from "../../../support/payment-scene";
import { expectNoViolations } from "../../../support/proofs";
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
/** The days with revenue since then. */
const revenueSince = async (at: Date) =>
  (await sumRevenueByDay(db, { since: dayOf(at) })).filter(({ cents }) => cents !== 0);

afterEach(() => expectNoViolations(db));

const late = ["its event, delivered late", deliver] as const;
const reconciled = ["reconciliation, its event lost", () => reconcile(services)] as const;
const returned = [
  "the buyer's return, its event lost",
  ({ buyer, checkoutId }: Bought) => returnFromCheckout(services, { consumerId: buyer.userId, checkoutId }),
] as const;

test.each([
  ["card", ...late],
  ["boleto", ...late],
  ["pix", ...late],
  ["pix", ...reconciled],
  ["pix", ...returned],
] as const)(
  "a payment by %s learned by %s has revenue, earnings and release at the time of the payment",
  async (method, _, hear) => {
    const paid = startLastHour();
    const sale = await pay(world, { method });
    world.advance(5 * hourMs);
    await hear(sale);
    expect((await readRow(db, "sales", { id: sale.saleId })).paid_at).toEqual(paid);
    expect((await revenueSince(paid)).map(({ day }) => day)).toEqual([dayOf(paid)]);
    const own = { creatorId: sale.creatorId, since: dayOf(paid), now: services.clock() };
    const { days } = await sumCreatorSales(db, own);
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
  });
  world.advance(5 * hourMs);
  await reconcile(services);
  expect((await readSale(world, back.saleId)).status).toBe("refunded");
  expect((await readSale(world, disputed.saleId)).status).toBe("disputed");
  expect(await revenueSince(start)).toEqual([]);
});
