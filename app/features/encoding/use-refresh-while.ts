import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** Between two looks, in milliseconds: a little longer than a state takes to be written down. */
export const refreshMs = {
  /** The converter writes down how far it is every few seconds. */
  conversion: 4_000,
  /** The server hears of a stream about once a minute, and at the end at once. */
  stream: 10_000,
} as const;

/**
 * Reads the page's data again and again for as long as something on it is under way and the page is seen. Takes the time
 * between two looks in milliseconds. Once for a page: two would read the same data twice.
 */
export function useRefreshWhile(underWay: boolean, everyMs: number): void {
  const { revalidate, state } = useRevalidator();
  const idle = state === "idle";
  useEffect(() => {
    if (!underWay || !idle) return;
    let over = false;
    const look = async () => {
      if (document.visibilityState === "visible" && (await isServerThere()) && !over) revalidate();
    };
    const timer = setInterval(look, everyMs);
    document.addEventListener("visibilitychange", look);
    return () => {
      over = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [underWay, idle, everyMs, revalidate]);
}

/** Asked first, since a reading that gets no answer would take the page away: nobody asked for that one. */
async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch("/healthcheck", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
