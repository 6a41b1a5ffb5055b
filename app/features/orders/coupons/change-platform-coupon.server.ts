import type { Actor } from "~/features/base/audit/actor.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import {
  type ActResult,
  type Authority,
  authorOf,
  awaitApproval,
  requesterFact,
  type TwoPeopleEnv,
} from "~/features/money/ledger/approvals.server";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import { type CouponRow, endCoupon, lockCoupon, upsertCoupon } from "./coupons.queries.server";
import { type CouponRules, couponTarget, describeTerms, writeRequestedCoupon } from "./requested-coupon";

type Needs = Pick<Services, "db"> & { env: TwoPeopleEnv };

/** A coupon of the platform. `id`: made with the form, so that a form sent twice requests once. */
export interface PlatformCoupon {
  id: string;
  terms: CouponRules;
}

/** Saves one of the platform's coupons (`savePlatformCoupon`). */
export async function changePlatformCoupon({ db, env }: Needs, coupon: PlatformCoupon, by: Actor) {
  return db.transaction().execute((trx) => savePlatformCoupon(trx, coupon, { by, env }));
}

/**
 * Saves one of the platform's coupons in a transaction, with its audit entry, dated `by.at`. Where two people are
 * required, it waits for an approval: a coupon that is valid meanwhile keeps its terms.
 */
export async function savePlatformCoupon(
  trx: Db,
  { id, terms }: PlatformCoupon,
  authority: Authority,
): Promise<ActResult> {
  const { by } = authority;
  const [target, after] = [couponTarget(terms.code), describeTerms(terms)];
  const request = { kind: "coupon", id, accountId: by.userId, rule: writeRequestedCoupon(terms) } as const;
  const waiting = await awaitApproval(trx, authority, request, { target, after });
  if (waiting) return waiting;
  const before = await lockCoupon(trx, { creatorId: null, code: terms.code });
  const { requestId } = authorOf(authority);
  await upsertCoupon(trx, { creatorId: null, ...terms, requestId, now: by.at });
  await insertAuditEntry(trx, by, {
    action: "platformCouponSaved",
    target,
    ...(before && { before: factsOf(before) }),
    after: { ...after, ended: false, ...requesterFact(authority) },
  });
  return { ok: true, repeated: false };
}

/**
 * Ends one of the platform's coupons, with its audit entry: by one person alone, because it only takes a risk away.
 * Returns whether there was one to end.
 */
export async function endPlatformCoupon(db: Db, code: string, by: Actor): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const before = await lockCoupon(trx, { creatorId: null, code });
    if (!before || !(await endCoupon(trx, { creatorId: null, code, now: by.at }))) return false;
    await insertAuditEntry(trx, by, {
      action: "platformCouponEnded",
      target: couponTarget(code),
      before: factsOf(before),
      after: { ...factsOf(before), ended: true },
    });
    return true;
  });
}

const factsOf = ({ discount, ...coupon }: CouponRow) => ({
  ...describeTerms({ ...coupon, ...discount }),
  ended: coupon.endedAt !== null,
});
