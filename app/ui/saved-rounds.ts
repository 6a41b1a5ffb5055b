import { useState } from "react";

/**
 * Counts how often a form was sent and saved while its page stayed: as a `key` it makes the fields anew, with what is
 * stored and without what was typed.
 * Takes whether the form is on its way, until the page shows what came of it, and whether it was refused.
 */
export function useSavedRounds(busy: boolean, failed: boolean): number {
  const [seen, setSeen] = useState({ busy, rounds: 0 });
  if (seen.busy === busy) return seen.rounds;
  // Set while drawing: React draws again at once, and what was typed is never shown beside what is stored.
  const rounds = seen.rounds + (seen.busy && !failed ? 1 : 0);
  setSeen({ busy, rounds });
  return rounds;
}
