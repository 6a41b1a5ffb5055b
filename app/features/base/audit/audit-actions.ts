import { type ListSpan, parseSpan, spanParams } from "~/features/base/form-fields/date-span";
import { parseSearchText } from "~/features/base/form-fields/people-search";

/** Events that the security log also has use the same names (app/platform/security-events.ts). */
export const auditActions = [
  "firstAdminMade",
  "adminGranted",
  "grantRequested",
  "grantDeclined",
  "adminRemoved",
  "secondFactorHelpAllowed",
  "sessionsEnded",
  "accountSuspended",
  "accountRestored",
  "videoSuspended",
  "videoRestored",
  "reviewEdited",
  "reviewDeleted",
  "reviewReplied",
  "reviewReported",
  "reviewHidden",
  "reviewShown",
  "reviewKept",
  "questionReported",
  "questionHidden",
  "questionShown",
  "questionKept",
  "announcementSent",
  "announcementReported",
  "announcementHidden",
  "announcementShown",
  "announcementKept",
  "handleChanged",
  "payoutDetailsChanged",
  "payoutDetailsCancelled",
  "payoutDetailsOpened",
  "saleRefunded",
  "refundEndedByHand",
  "refundReturned",
  "receiptSentAgain",
  "saleRebuilt",
  "disputeSubmitted",
  "disputeAccepted",
  "disputeFileOpened",
  "payoutScheduleChanged",
  "payoutsPrepared",
  "payoutPaid",
  "payoutFailed",
  "payoutReturned",
  "balanceCredited",
  "balanceDebited",
  "debtWrittenOff",
  "repaymentRecorded",
  "creatorFeeChanged",
  "creatorFeeRequested",
  "creatorFeeDeclined",
  "smallestPayoutChanged",
  "smallestPayoutRequested",
  "smallestPayoutDeclined",
  "releaseRuleChanged",
  "releaseRuleRequested",
  "releaseRuleDeclined",
  "reserveChanged",
  "reserveRequested",
  "reserveDeclined",
  "platformCouponSaved",
  "platformCouponEnded",
  "platformCouponRequested",
  "platformCouponDeclined",
  "adjustmentRequested",
  "adjustmentDeclined",
  "eventReplayed",
  "reconciliationRun",
  "peopleExported",
  "salesExported",
  "payoutsExported",
  "payFileExported",
  "statementExported",
  "yearExported",
  "commissionExported",
  "ledgerExported",
  "monthExported",
  "invoicesImported",
  "auditExported",
] as const;

export type AuditAction = (typeof auditActions)[number];

export const auditTargetKinds = [
  "account",
  "video",
  "review",
  "question",
  "announcement",
  "sale",
  "batch",
  "payout",
  "event",
  "reconciliation",
  "file",
  "rule",
] as const;

export type AuditTargetKind = (typeof auditTargetKinds)[number];

/** Amounts are cents of BRL unless `currency` is given. */
export const auditFacts = [
  "role",
  "requestedBy",
  "suspended",
  "hidden",
  "rating",
  "handle",
  "sessionsEnded",
  "status",
  "amountCents",
  "currency",
  "backCents",
  "balanceCents",
  "channel",
  "payouts",
  "payee",
  "paidTo",
  "bankReference",
  "failure",
  "search",
  "filter",
  "from",
  "to",
  "order",
  "weekdays",
  "feeBp",
  "pixDays",
  "boletoDays",
  "cardDays",
  "reserveBp",
  "reserveDays",
  "invoices",
  "percent",
  "products",
  "maxUses",
  "perPerson",
  "firstOnly",
  "ended",
  "file",
] as const;

export type AuditFact = (typeof auditFacts)[number];

export type AuditFacts = { [Fact in AuditFact]?: string | number | boolean | null };

function parseAuditAction(raw: string | null): AuditAction | undefined {
  return auditActions.find((action) => action === raw);
}

/** Takes money, access or rights from a person; highlighted. */
export function isHarmful(action: AuditAction): boolean {
  return [
    "accountSuspended",
    "adminRemoved",
    "secondFactorHelpAllowed",
    "videoSuspended",
    "reviewHidden",
    "questionHidden",
    "announcementHidden",
    "payoutFailed",
    "payoutReturned",
    "balanceDebited",
    "disputeAccepted",
  ].includes(action);
}

export interface AuditFilters {
  /** Part of the actor or of the target. */
  search: string;
  action: AuditAction | undefined;
  span: ListSpan;
}

export function parseAuditFilters(params: URLSearchParams): AuditFilters {
  return {
    search: parseSearchText(params.get("q")),
    action: parseAuditAction(params.get("action")),
    span: parseSpan(params).span,
  };
}

export function auditParams({ search, action, span }: AuditFilters): Record<string, string> {
  return { ...(search && { q: search }), ...(action && { action }), ...spanParams(span) };
}
