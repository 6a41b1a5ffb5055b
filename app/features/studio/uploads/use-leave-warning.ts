import { useBlocker } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Asks before the page is left while something is under way: in our own words where we lead on ourselves, in the
 * browser's where it closes or reloads.
 */
export function useLeaveWarning(active: boolean, question: string): void {
  const isActive = useRef(active);
  isActive.current = active;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isActive.current && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (window.confirm(question)) blocker.proceed();
    else blocker.reset();
  }, [blocker, question]);

  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [active]);
}
