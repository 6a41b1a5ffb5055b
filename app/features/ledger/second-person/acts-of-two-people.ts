import type { AuditAction } from "~/features/base/audit/audit-actions";
import type { DB } from "~/platform/schema";

interface ActOfTwo {
  what: string;
  /** What the audit log records once it is done. */
  done: readonly AuditAction[];
  /** When one person may do it alone although two are required, and the file that decides so; undefined for never. */
  alone?: string;
}

/** Nothing happens until another administrator approves the request at /admin/approvals. */
interface Request extends ActOfTwo {
  by: "request";
  /** The kind under which the request is stored. */
  kind: DB["second_person_requests"]["kind"];
  requested: AuditAction;
  declined: AuditAction;
}

/** The first person prepared or requested it in a table of its own; another one records how it ended. */
interface Confirmation extends ActOfTwo {
  by: "confirmation";
}

/**
 * What needs two administrators where `PAYOUT_TWO_PEOPLE` is set (docs/security.md, Two people). No act can ask for a
 * second person without its entry here; tests/structure/acts-of-two-people.test.ts checks that what the audit log
 * records is either in the table and asks, or is left to one person for a reason.
 */
export const actsOfTwoPeople = {
  grantAdmin: {
    by: "request",
    kind: "grant",
    what: "A new administrator",
    alone: "nobody else is an administrator (hasOtherAdmin in administrators.queries.server.ts)",
    requested: "grantRequested",
    declined: "grantDeclined",
    done: ["adminGranted"],
  },
  adjustBalance: {
    by: "request",
    kind: "adjustment",
    what: "A change of a creator's balance",
    alone: "credits and debits of others up to a limit in 30 days (solo-adjustment.ts)",
    requested: "adjustmentRequested",
    declined: "adjustmentDeclined",
    done: ["balanceCredited", "balanceDebited", "debtWrittenOff", "repaymentRecorded"],
  },
  changeFee: {
    by: "request",
    kind: "fee",
    what: "A creator's fee",
    requested: "creatorFeeRequested",
    declined: "creatorFeeDeclined",
    done: ["creatorFeeChanged"],
  },
  changeMinimumPayout: {
    by: "request",
    kind: "smallestPayout",
    what: "The minimum payout",
    requested: "smallestPayoutRequested",
    declined: "smallestPayoutDeclined",
    done: ["smallestPayoutChanged"],
  },
  changeReleaseRule: {
    by: "request",
    kind: "releaseRule",
    what: "The days until releases",
    requested: "releaseRuleRequested",
    declined: "releaseRuleDeclined",
    done: ["releaseRuleChanged"],
  },
  changeReserve: {
    by: "request",
    kind: "reserve",
    what: "A creator's reserve",
    requested: "reserveRequested",
    declined: "reserveDeclined",
    done: ["reserveChanged"],
  },
  changePlatformCoupon: {
    by: "request",
    kind: "coupon",
    what: "A coupon of the platform, new or with new terms",
    requested: "platformCouponRequested",
    declined: "platformCouponDeclined",
    done: ["platformCouponSaved"],
  },
  settlePayout: {
    by: "confirmation",
    what: "A payout: confirmed, failed or returned",
    done: ["payoutPaid", "payoutFailed", "payoutReturned"],
  },
  settleTransfer: {
    by: "confirmation",
    what: "A refund by bank transfer: sent, failed or returned",
    alone: "a buyer or the system requested it (refuseSettling in settle-transfer.server.ts)",
    done: ["refundEndedByHand", "refundReturned"],
  },
} as const satisfies Record<string, Request | Confirmation>;

type Acts = typeof actsOfTwoPeople;

/** Acts that wait for an approval. */
export type RequestedAct = {
  [Name in keyof Acts]: Acts[Name]["by"] extends "request" ? Name : never;
}[keyof Acts];

/** Acts that another administrator records than began them. */
export type ConfirmedAct = Exclude<keyof Acts, RequestedAct>;

const requests = Object.values(actsOfTwoPeople).filter((act) => act.by === "request");

/** Returns what the audit log records when a stored request is declined. */
export function actionOfDeclined(kind: Request["kind"]): AuditAction {
  const act = requests.find((one) => one.kind === kind);
  if (!act) throw new Error(`no act is requested as ${kind}`);
  return act.declined;
}
