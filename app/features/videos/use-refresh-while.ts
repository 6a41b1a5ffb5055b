import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** Between two looks, in milliseconds: the server itself hears of it about once a minute, and at the end at once. */
const everyMs = 10_000;

/** Reads the page's data again and again for as long as something on it is under way and the page is seen. */
export function useRefreshWhile(underWay: boolean): void {
  const { revalidate, state } = useRevalidator();
  const idle = state === "idle";
  useEffect(() => {
    if (!underWay || !idle) return;
    const look = () => {
      if (document.visibilityState === "visible") revalidate();
    };
    const timer = setInterval(look, everyMs);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [underWay, idle, revalidate]);
}
