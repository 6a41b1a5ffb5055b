import { AcceptsTerms } from "./accepts-terms";
import { useLawWords } from "./use-law-words";

/**
 * What a buyer must know before paying where no sales page says it: the right to withdraw (CDC, art. 49), and the
 * terms.
 */
export function TellsWithdrawal({ className }: { className?: string }) {
  return (
    <div className={className}>
      <p className="text-sm text-ink-soft">{useLawWords()?.withdrawal}</p>
      <AcceptsTerms by="buying" className="mt-1" />
    </div>
  );
}
