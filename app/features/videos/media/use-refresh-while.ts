import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { isServerThere } from "~/platform/network-failure";

/** In milliseconds. */
export const refreshMs = {
  /** The converter records its progress every few seconds. */
  conversion: 4_000,
  /** The server learns about a stream once a minute, and about its end at once. */
  stream: 10_000,
} as const;

/** While `underWay` and the page is visible. Use it once per page: two would load the same data twice. */
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
