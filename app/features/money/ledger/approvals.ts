import { type AdjustmentKind, settlesDebt } from "./adjustment";

/**
 * Acts that need another administrator where two people are required (docs/security.md, Two people), with their audit
 * actions. Exceptions: making the second administrator, and small adjustments (`needsSecondPerson`).
 * tests/structure/approvals.test.ts checks that each act asks.
 */
export const requestedActs = {
  grant: { requested: "grantRequested", declined: "grantDeclined", done: ["adminGranted"] },
  adjustment: {
    requested: "adjustmentRequested",
    declined: "adjustmentDeclined",
    done: ["balanceCredited", "balanceDebited", "debtWrittenOff", "repaymentRecorded"],
  },
  fee: { requested: "creatorFeeRequested", declined: "creatorFeeDeclined", done: ["creatorFeeChanged"] },
  smallestPayout: {
    requested: "smallestPayoutRequested",
    declined: "smallestPayoutDeclined",
    done: ["smallestPayoutChanged"],
  },
  releaseRule: {
    requested: "releaseRuleRequested",
    declined: "releaseRuleDeclined",
    done: ["releaseRuleChanged"],
  },
  reserve: { requested: "reserveRequested", declined: "reserveDeclined", done: ["reserveChanged"] },
  coupon: {
    requested: "platformCouponRequested",
    declined: "platformCouponDeclined",
    done: ["platformCouponSaved"],
  },
} as const;

/**
 * Why an administrator may not confirm a request (`second_person_problem` in migrations/0009 and
 * `second_person_request_problem` in migrations/0023):
 * - `ownMoney`: it is about their own money as a creator
 * - `roleFromRequester`: their role came from the requester, directly or through others
 * - `roleToRequester`: the requester's role came from them, and no second person approved it
 * - `newerRole`: they got the role after the request
 * - `notAdmin`: they have just lost the role
 * - `expired`: the request is older than 30 days
 */
export const secondPersonProblems = [
  "samePerson",
  "ownMoney",
  "roleFromRequester",
  "roleToRequester",
  "newerRole",
  "notAdmin",
  "expired",
] as const;

export type SecondPersonProblem = (typeof secondPersonProblems)[number];

export const soloAdjustmentDays = 30;

/**
 * True for one's own balance and for reducing a debt, because no record of the platform shows a repayment; otherwise if
 * all administrators' sum of the last `soloAdjustmentDays` exceeds the limit with it. Cents.
 */
export function needsSecondPerson(
  { kind, cents, isOwn }: { kind: AdjustmentKind; cents: number; isOwn: boolean },
  { soloCents, limitCents }: { soloCents: number; limitCents: number },
): boolean {
  return isOwn || settlesDebt(kind) || soloCents + cents > limitCents;
}
