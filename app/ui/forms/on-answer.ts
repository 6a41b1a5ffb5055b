import { useEffect, useRef } from "react";

/**
 * Calls `react` once per response of a fetcher. An effect that depends on `fetcher.data` may not run: the router
 * updates its map before React renders, so that an intermediate render may already see the new data, and React
 * discards that render's effects but keeps their dependencies.
 */
export function useOnAnswer<Answer>(answer: Answer | undefined, react: (answer: Answer) => void): void {
  const last = useRef(answer);
  useEffect(() => {
    if (answer === undefined || last.current === answer) return;
    last.current = answer;
    react(answer);
  });
}
