/**
 * What of the administrators' doing is recorded: every word of the audit trail. What the security log says of the same
 * has the same word (app/platform/security-events.ts).
 */
export const auditActions = [
  "firstAdminMade",
  "adminGranted",
  "adminRemoved",
  "accountSuspended",
  "accountRestored",
  "videoSuspended",
  "videoRestored",
  "saleRefunded",
  "refundEndedByHand",
  "payoutsPrepared",
  "payoutPaid",
  "payoutFailed",
  "payoutReturned",
  "balanceCredited",
  "balanceDebited",
  "debtWrittenOff",
  "repaymentRecorded",
  "eventReplayed",
  "reconciliationRun",
  "peopleExported",
  "salesExported",
  "payoutsExported",
  "payFileExported",
  "statementExported",
  "auditExported",
] as const;

export type AuditAction = (typeof auditActions)[number];

/** What an action was done to. */
export const auditTargetKinds = [
  "account",
  "video",
  "sale",
  "batch",
  "payout",
  "event",
  "reconciliation",
  "file",
] as const;

export type AuditTargetKind = (typeof auditTargetKinds)[number];

/** What of a target is kept, before and after. Amounts are cents of BRL where no currency says otherwise. */
export const auditFacts = [
  "role",
  "suspended",
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
] as const;

export type AuditFact = (typeof auditFacts)[number];

export type AuditFacts = { [Fact in AuditFact]?: string | number | boolean | null };

/** Reads an action from an address; undefined for what is none. */
export function parseAuditAction(raw: string | null): AuditAction | undefined {
  return auditActions.find((action) => action === raw);
}

/** Whether an action takes something from somebody: it stands out in the list. */
export function harms(action: AuditAction): boolean {
  return [
    "accountSuspended",
    "adminRemoved",
    "videoSuspended",
    "payoutFailed",
    "payoutReturned",
    "balanceDebited",
  ].includes(action);
}
