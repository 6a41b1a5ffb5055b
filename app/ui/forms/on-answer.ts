import { useEffect, useRef } from "react";

/**
 * Calls `react` once per response of a fetcher. An effect with `fetcher.data` as a dependency may not run: an
 * intermediate render may see the new data, and React discards that render's effects but keeps its dependencies.
 */
export function useOnAnswer<Answer>(answer: Answer | undefined, react: (answer: Answer) => void): void {
  const last = useRef(answer);
  useEffect(() => {
    if (answer === undefined || last.current === answer) return;
    last.current = answer;
    react(answer);
  });
}
