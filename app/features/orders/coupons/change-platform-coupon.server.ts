import type { Actor } from "~/features/base/audit/actor.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { requestChange } from "~/features/ledger/second-person/request-change.server";
import {
  type ApprovedRequest,
  loadTwoPeople,
  type TwoPeopleEnv,
} from "~/features/ledger/second-person/two-people.server";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import { type CouponRow, endCoupon, lockCoupon, upsertCoupon } from "./coupons.queries.server";
import { type CouponRules, couponTarget, describeTerms, writeRequestedCoupon } from "./requested-coupon";

type Needs = Pick<Services, "db"> & { env: TwoPeopleEnv };

/**
 * Saves one of the platform's coupons, with its audit entry. Where two people are required, it waits for another
 * administrator (`decideRequest`): a coupon that is valid meanwhile keeps its terms. `id`: made with the form, so that
 * a form sent twice requests once. Returns whether it waits.
 */
export async function changePlatformCoupon(
  { db, env }: Needs,
  { id, terms }: { id: string; terms: CouponRules },
  by: Actor,
): Promise<"saved" | "waiting"> {
  return db.transaction().execute(async (trx) => {
    if (!(await loadTwoPeople(trx, env)).required) {
      await savePlatformCoupon(trx, terms, { by });
      return "saved";
    }
    const requested = await requestChange(
      trx,
      { act: "changePlatformCoupon", id, accountId: by.userId, coupon: writeRequestedCoupon(terms) },
      { target: couponTarget(terms.code), after: describeTerms(terms) },
      by,
    );
    return requested?.waiting ? "waiting" : "saved";
  });
}

/**
 * Saves one of the platform's coupons in a transaction, with its audit entry, dated `by.at`. `requested`: the request
 * that `by` approved.
 */
export async function savePlatformCoupon(
  trx: Db,
  terms: CouponRules,
  { requested, by }: { requested?: ApprovedRequest; by: Actor },
): Promise<{ ok: true }> {
  const before = await lockCoupon(trx, { creatorId: null, code: terms.code });
  const requestId = requested?.requestId;
  await upsertCoupon(trx, { creatorId: null, ...terms, requestId, now: by.at });
  await insertAuditEntry(trx, by, {
    action: "platformCouponSaved",
    target: couponTarget(terms.code),
    ...(before && { before: factsOf(before) }),
    after: { ...describeTerms(terms), ended: false, ...(requested && { requestedBy: requested.by.email }) },
  });
  return { ok: true };
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
