import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { findVideoFeeBp } from "~/features/money/fees/creator-fees.queries.server";
import { asFact } from "~/features/orders/settlement/checkout-fact";
import {
  findBuyerByEmail,
  findRebuildableTerms,
  holdSaleMails,
} from "~/features/orders/settlement/rebuild-sale.queries.server";
import { rebuildSale, settleSale } from "~/features/orders/settlement/settle-sale.server";
import type { SaleTerms } from "~/integrations/payments/payments";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";

type RebuiltByAdmin =
  | { ok: true; saleId: string }
  | { ok: false; error: "unknownCheckout" | "notPaid" | "unknownBuyer" | "unknownVideo" | "known" };

type Needs = Pick<Services, "db" | "payments" | "clock">;

/**
 * Restores a paid sale from its checkout, with buyer and video named by an administrator, for example after a backup
 * was restored and the account registered again. Sends no mails. Throws PaymentsUnavailable in an outage.
 */
export async function rebuildSaleByAdmin(
  { db, payments, clock }: Needs,
  request: { checkoutId: string; email: string; videoId: string | undefined },
  by: Actor,
): Promise<RebuiltByAdmin> {
  const checkout = await payments.findCheckout(request.checkoutId);
  const fact = checkout && asFact(checkout);
  if (!fact?.saleId) return { ok: false, error: "unknownCheckout" };
  if (!fact.paid) return { ok: false, error: "notPaid" };
  const { saleId } = fact;
  const now = clock();
  return db.transaction().execute(async (trx) => {
    const buyerId = await findBuyerByEmail(trx, request.email);
    if (!buyerId) return { ok: false, error: "unknownBuyer" } as const;
    const videoId = request.videoId ?? fact.terms?.videoId;
    if (!videoId) return { ok: false, error: "unknownVideo" } as const;
    const share = fact.terms?.platformShareBp ?? (await findVideoFeeBp(trx, videoId, fact.paidAt ?? now));
    const terms: SaleTerms | undefined =
      share === undefined
        ? undefined
        : { buyerId, videoId, platformShareBp: share, isGift: fact.terms?.isGift ?? false };
    if (!terms || !(await findRebuildableTerms(trx, terms)))
      return { ok: false, error: "unknownVideo" } as const;
    if (!(await rebuildSale(trx, { ...fact, terms }, now))) return { ok: false, error: "known" } as const;
    await settleSale(trx, fact, now);
    await holdSaleMails(trx, { saleId, now });
    await insertAuditEntry(trx, by, {
      action: "saleRebuilt",
      target: { kind: "sale", id: saleId, label: fact.checkoutId },
    });
    return { ok: true, saleId } as const;
  });
}
