import { formatCreatorShare, platformShareBp } from "~/features/base/money/platform-share";
import type { EntryReason } from "~/features/money/ledger/movement-position";
import type { Locale } from "~/i18n/languages";

interface StatementTexts {
  locale: Locale;
  text: (key: "payouts.ownPart", values: { percent: string }) => string;
}

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

/** With the creator's percentage if it is not the standard. `shareBp`: the platform's share. */
export function describeSubject(
  line: {
    reason: EntryReason;
    cents: number;
    held: boolean;
    title: string | null;
    shareBp: number | null;
  },
  { locale, text }: StatementTexts,
): string | null {
  const { title, shareBp } = line;
  if (shareBp === null || shareBp === platformShareBp || decideLineKind(line) !== "sale") return title;
  return `${title ?? ""} · ${text("payouts.ownPart", { percent: formatCreatorShare(shareBp, locale) })}`;
}

/** `held`: to or from what disputes hold. More exact than the reason if facts came out of order. */
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
