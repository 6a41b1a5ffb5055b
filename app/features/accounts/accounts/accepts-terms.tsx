import { classNames } from "~/ui/class-names";
import { useLawWords } from "./use-law-words";

/** Says that an action accepts the terms, beside its button. The links keep what was typed: they open a new tab. */
export function AcceptsTerms({ by, className }: { by: "signup" | "buying"; className?: string }) {
  const law = useLawWords();
  const link = (at: 0 | 1) => (
    <a href={law?.pages[at]?.to} target="_blank" rel="noopener" className="underline underline-offset-4">
      {law?.pages[at]?.label}
    </a>
  );
  return (
    law && (
      <p className={classNames("text-sm text-ink-soft", className)}>
        {law[by]} {link(0)} {law.and} {link(1)}.
      </p>
    )
  );
}

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
