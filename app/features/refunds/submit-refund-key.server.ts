import { setMailLanguage } from "~/features/mails/mails.queries.server";
import { isOwnSale } from "~/features/purchases/purchases.queries.server";
import { loadMoney } from "~/features/settlement/settle-sale.server";
import { listRefunds, lockSale } from "~/features/settlement/settlement.queries.server";
import type { Locale } from "~/i18n/languages";
import type { Services } from "~/platform/services";
import { decideKeyNeed, refundableCents } from "./refund-rules";
import { beginRefund } from "./refund-sale.server";
import { setRefundKey } from "./refunds.queries.server";

/**
 * Stores the Pix key for a buyer's refund by bank transfer. Where a second payment could not be sent to the previous key, a
 * new refund is made. Returns `notNeeded` where no refund waits for a key, as for a form sent twice.
 * @param pixKey in the directory's form
 * @param locale the buyer's language, for a mail about a failure
 */
export async function submitRefundKey(
  { db, clock }: Pick<Services, "db" | "clock">,
  { pixKey, locale, ...own }: { consumerId: string; saleId: string; pixKey: string; locale: Locale },
): Promise<{ ok: true } | { ok: false; error: "notFound" | "notNeeded" }> {
  return db.transaction().execute(async (trx) => {
    const sale = (await isOwnSale(trx, own)) && (await lockSale(trx, own));
    if (!sale) return { ok: false, error: "notFound" };
    const [money, refunds] = [await loadMoney(trx, sale), await listRefunds(trx, sale.id)];
    const need = decideKeyNeed(
      money,
      refunds.map(({ pix_key, ...refund }) => ({ ...refund, hasKey: pix_key !== null })),
    );
    if (!need) return { ok: false, error: "notNeeded" };
    await setMailLanguage(trx, own.consumerId, locale);
    if (need === "waiting") await setRefundKey(trx, { saleId: sale.id, pixKey, locale });
    else
      await beginRefund(
        trx,
        sale,
        {
          amountCents: refundableCents(money),
          channel: "outside",
          reason: "duplicate",
          requestedBy: own.consumerId,
          pixKey,
          locale,
        },
        clock(),
      );
    return { ok: true };
  });
}
