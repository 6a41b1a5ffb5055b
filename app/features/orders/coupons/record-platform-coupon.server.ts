import type { Actor } from "~/features/base/audit/actor.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import type { AuditFacts } from "~/features/base/audit/audit-actions";
import { formatDateTime } from "~/features/base/form-fields/dates";
import type { Db } from "~/platform/db.server";
import { type CouponRow, lockCoupon } from "./coupons.queries.server";

/**
 * Runs a change of one of the platform's coupons in a transaction, with its audit entry: the terms before and after.
 * Returns what the change returns; false means that nothing changed, and nothing is recorded.
 */
export async function recordPlatformCoupon(
  db: Db,
  { code, action, by }: { code: string; action: "platformCouponSaved" | "platformCouponEnded"; by: Actor },
  change: (trx: Db) => Promise<boolean>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const before = await lockCoupon(trx, { creatorId: null, code });
    if (!(await change(trx))) return false;
    const after = await lockCoupon(trx, { creatorId: null, code });
    await insertAuditEntry(trx, by, {
      action,
      target: { kind: "rule", id: `coupon:${code}`, label: `Cupom ${code}` },
      ...(before && { before: termsOf(before) }),
      ...(after && { after: termsOf(after) }),
    });
    return true;
  });
}

const shown = (at: Date | null) => at && formatDateTime(at);

function termsOf({ discount, videoIds, startsAt, endsAt, endedAt, ...limits }: CouponRow): AuditFacts {
  return {
    ...(discount.percent === null ? { amountCents: discount.amountCents } : { percent: discount.percent }),
    products: videoIds.length,
    from: shown(startsAt),
    to: shown(endsAt),
    maxUses: limits.maxUses,
    perPerson: limits.perPerson,
    firstOnly: limits.firstOnly,
    ended: endedAt !== null,
  };
}
