import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";

/**
 * Goes to a path some time after it is known (the spec's redirect delays, section 9).
 * Takes the path, undefined for staying, and milliseconds; `reload` loads the page whole.
 */
export function useGoAfter(path: string | undefined, delayMs: number, reload = false): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!path) return;
    const timer = setTimeout(() => (reload ? window.location.assign(path) : navigate(path)), delayMs);
    return () => clearTimeout(timer);
  }, [path, delayMs, reload, navigate]);
}
