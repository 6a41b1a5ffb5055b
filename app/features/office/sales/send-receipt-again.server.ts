import { insertAuditEntry, nameSale } from "~/features/base/audit/audit.queries.server";
import { postMail } from "~/features/base/mail/post-mail.server";
import { lockSale } from "~/features/orders/settlement/settlement.queries.server";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";

export function readSeenReceipts(typed: string | undefined): number | undefined {
  return typed !== undefined && /^\d{1,4}$/.test(typed) ? Number(typed) : undefined;
}

/** `seen`: receipts on the page; the second of two requests with the same number is `alreadySent`. */
export async function sendReceiptAgain(
  { db }: Pick<Services, "db">,
  { saleId, seen, by }: { saleId: string; seen: number; by: Actor },
): Promise<{ ok: true } | { ok: false; error: "notFound" | "notPaid" | "alreadySent" }> {
  return db.transaction().execute(async (trx) => {
    const sale = await lockSale(trx, { saleId });
    if (!sale) return { ok: false, error: "notFound" } as const;
    if (!sale.paid_at || sale.duplicate) return { ok: false, error: "notPaid" } as const;
    const key = `receipt:${saleId}:${seen}`;
    const posted = await postMail(trx, { kind: "receipt", key, to: { userId: sale.consumer_id }, saleId });
    if (!posted) return { ok: false, error: "alreadySent" } as const;
    await insertAuditEntry(trx, by, { action: "receiptSentAgain", target: await nameSale(trx, saleId) });
    return { ok: true } as const;
  });
}
