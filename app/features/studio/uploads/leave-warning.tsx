import { useBlocker } from "@remix-run/react";
import { useEffect } from "react";

/**
 * Asks before the page is left: with this question where the app navigates (none: only the page's own end matters), with
 * the browser's own where it closes or reloads. At most one with a question may be rendered at a time: the router
 * supports one blocker.
 */
export function LeaveWarning({ question }: { question?: string }) {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
  return question ? <NavigationQuestion question={question} /> : null;
}

function NavigationQuestion({ question }: { question: string }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (window.confirm(question)) blocker.proceed();
    else blocker.reset();
  }, [blocker, question]);
  return null;
}
