import type { EntryReason } from "../ledger/accounts";

/** What a line of a creator's statement is about. */
export type StatementLineKind =
  | "sale"
  | "refund"
  | "refundUndone"
  | "disputeHeld"
  | "disputeReleased"
  | "disputeLost"
  | "correction"
  | "payout"
  | "payoutFailed"
  | "payoutReturned"
  | "credit"
  | "debit"
  | "writeOff"
  | "repayment";

/**
 * Decides what a line is about. Takes why it was posted, its cents, and whether its entry moved money to or from what
 * disputes hold. The reason names the fact that was told; where facts came out of order, what moved says more than it.
 */
export function decideLineKind({
  reason,
  cents,
  held,
}: {
  reason: EntryReason;
  cents: number;
  held: boolean;
}): StatementLineKind {
  if (reason === "payout") return cents < 0 ? "payout" : "payoutFailed";
  if (reason === "return") return "payoutReturned";
  if (reason === "adjustment") return cents < 0 ? "debit" : "credit";
  if (reason === "writeOff" || reason === "repayment") return reason;
  if (held) return cents < 0 ? "disputeHeld" : "disputeReleased";
  if (reason === "refund") return cents < 0 ? "refund" : "refundUndone";
  if (reason === "dispute") return cents < 0 ? "disputeLost" : "disputeReleased";
  return cents < 0 ? "correction" : "sale";
}
