import { useEffect, useRef } from "react";

/**
 * Calls `react` once per response of a fetcher. An effect with `fetcher.data` as a dependency may not run: React may
 * discard the effects of an intermediate render with the new data but keep its dependencies.
 */
export function useOnAnswer<Answer>(answer: Answer | undefined, react: (answer: Answer) => void): void {
  const last = useRef(answer);
  useEffect(() => {
    if (answer === undefined || last.current === answer) return;
    last.current = answer;
    react(answer);
  });
}
