import {
  decideKeyNeed,
  hasFailedWithdrawal,
  mayWithdraw,
  refundableCents,
  refundChannels,
  toKeyedRefund,
  withdrawalEnds,
} from "~/features/money/ledger/refund-rules";
import { gatherMoney, isUndone, type SaleMoney } from "~/features/money/ledger/sale-status";
import { showAwaitedPayment } from "~/features/orders/checkout/awaited-payment";
import { formatDay } from "~/i18n/dates";
import type { Locale } from "~/i18n/languages";
import { formatMoney } from "~/i18n/money";
import type { Services } from "~/platform/services";
import { decidePurchaseState } from "./purchase-status";
import { findPurchase, type PurchaseRow, type RefundRow, readMoneyBack } from "./purchases.queries.server";

type Needs = Pick<Services, "db" | "clock">;

export type PurchaseView = ReturnType<typeof showRows>[number];

export async function showPurchase(
  services: Needs,
  { locale, ...purchase }: { consumerId: string; saleId: string; locale: Locale },
): Promise<PurchaseView | undefined> {
  const row = await findPurchase(services.db, purchase);
  return row && showRows(services, [row], locale)[0];
}

/** In the order of `rows`. */
export function showRows({ clock }: Pick<Services, "clock">, rows: readonly PurchaseRow[], locale: Locale) {
  const now = clock();
  return rows.map((row) => {
    const moneyBack = readMoneyBack(row);
    const money = gatherMoney(row, moneyBack.refunds, moneyBack.disputes);
    const backAt = [
      ...moneyBack.refunds.filter((refund) => !isUndone(refund)).map(({ created_at }) => created_at),
      ...moneyBack.disputes
        .filter(({ status }) => status === "lost")
        .map(({ created_at, lost_at }) => lost_at ?? created_at),
    ];
    const state = decidePurchaseState(
      {
        status: row.status,
        paymentMethod: row.payment_method,
        awaitingUntil: row.awaiting_until,
        checkoutUrl: row.checkout_url,
        checkoutExpiresAt: row.checkout_expires_at,
        money,
        otherPurchase: row.bought_otherwise ? "bought" : row.paying_otherwise ? "paying" : undefined,
        forSale: row.for_sale,
        backAt: backAt.sort((a, b) => b.getTime() - a.getTime())[0],
      },
      now,
    );
    const changed =
      row.for_sale && (row.price_now !== row.amount_cents || row.currency_now !== row.currency)
        ? formatMoney(row.price_now, row.currency_now, locale)
        : null;
    const withdrawalFailed = hasFailedWithdrawal(moneyBack.refunds);
    const withdrawable = mayWithdraw({ ...money, paidAt: row.paid_at, withdrawalFailed }, now);
    const ends = row.paid_at && withdrawalEnds(row.paid_at);
    return {
      id: row.id,
      videoId: row.video_id,
      title: row.title,
      thumbnailUrl: row.thumbnail_url,
      amountCents: row.amount_cents,
      currency: row.currency,
      method: row.payment_method,
      hasReceipt: row.paid_at !== null,
      date: formatDay(row.paid_at ?? row.created_at, locale),
      state: formatState(state, now, locale),
      payUrl: state.kind === "pending" && state.payable && !changed ? row.checkout_url : null,
      /** The current price when it differs from the open checkout's, which is then not linked. */
      changedPrice: state.kind === "pending" && state.payable ? changed : null,
      /** Still payable, but the buyer chose another method. */
      setAside: row.status === "processing" && row.set_aside_at !== null,
      withdrawUntil: withdrawable && ends && now < ends ? formatDay(lastDayBefore(ends), locale) : null,
      /** A failed withdrawal can be requested again on any day. */
      withdrawAgain: withdrawable && withdrawalFailed,
      ...showKeyNeed(money, moneyBack.refunds),
      /** A withdrawal is refunded by bank transfer, and needs a Pix key. */
      withdrawByHand: refundChannels({ ...money, paymentMethod: row.payment_method })[0] === "outside",
      /** Less than the price after a partial refund. */
      withdrawCents: refundableCents(money),
    };
  });
}

function showKeyNeed(money: SaleMoney, refunds: readonly RefundRow[]) {
  const need = decideKeyNeed(money, refunds.map(toKeyedRefund));
  const keyGivenAt = need?.kind === "change" ? need.keyGivenAt : null;
  const waiting = refunds.filter(
    ({ channel, status, key_given_at }) =>
      channel === "outside" &&
      status === "requested" &&
      key_given_at?.getTime() === (keyGivenAt ?? undefined)?.getTime(),
  );
  return {
    keyNeed: need?.kind,
    keyGivenAt: keyGivenAt?.toISOString() ?? null,
    keyCents:
      need?.kind === "again"
        ? need.amountCents
        : waiting.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
  };
}

/** The right ends at midnight. */
function lastDayBefore(ends: Date): Date {
  return new Date(ends.getTime() - 1);
}

/** Dates are formatted on the server, since browsers differ in time zone. */
function formatState(state: ReturnType<typeof decidePurchaseState>, now: Date, locale: Locale) {
  switch (state.kind) {
    case "awaiting":
      return { ...state, ...showAwaitedPayment(state, now, locale) };
    case "refunded":
      return { ...state, on: state.on ? formatDay(state.on, locale) : null };
    default:
      return state;
  }
}
