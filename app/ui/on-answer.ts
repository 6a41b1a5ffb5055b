import { useEffect, useRef } from "react";

/**
 * Calls `react` once with each answer that a fetcher gets. Not the same as an effect that depends on `fetcher.data`, which
 * may never run: the router keeps those in a map that changes before React hears of it. A render in between sees the new
 * answer without being told of an update, so React throws its effects away but remembers what they depended on.
 */
export function useOnAnswer<Answer>(answer: Answer | undefined, react: (answer: Answer) => void): void {
  const last = useRef(answer);
  useEffect(() => {
    if (answer === undefined || last.current === answer) return;
    last.current = answer;
    react(answer);
  });
}
