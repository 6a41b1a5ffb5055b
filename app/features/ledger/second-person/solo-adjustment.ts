import { type AdjustmentKind, settlesDebt } from "~/features/ledger/ledger/adjustment";

/** Adjustments that were made without an approval count for so many days. */
export const soloAdjustmentDays = 30;

/**
 * Returns whether an adjustment needs a second person: one of the administrator's own balance always does, and one that
 * reduces a debt, because nothing of the platform's own shows that a creator paid it back; a credit or debit where the
 * those of all administrators in the last `soloAdjustmentDays` exceed the limit with it, so that neither many small ones
 * nor several authors are a way around it. Amounts are cents.
 */
export function needsSecondPerson(
  { kind, cents, isOwn }: { kind: AdjustmentKind; cents: number; isOwn: boolean },
  { soloCents, limitCents }: { soloCents: number; limitCents: number },
): boolean {
  return isOwn || settlesDebt(kind) || soloCents + cents > limitCents;
}
