import { useState } from "react";

/**
 * Counts successful submissions while the page stays open. As a `key` it resets the fields to the stored values.
 * `busy`: the form is being submitted, until the page shows the result. `failed`: it was refused.
 */
export function useSavedRounds(busy: boolean, failed: boolean): number {
  const [seen, setSeen] = useState({ busy, rounds: 0 });
  if (seen.busy === busy) return seen.rounds;
  // Set during rendering: React renders again at once, so that typed values never appear beside stored ones.
  const rounds = seen.rounds + (seen.busy && !failed ? 1 : 0);
  setSeen({ busy, rounds });
  return rounds;
}
