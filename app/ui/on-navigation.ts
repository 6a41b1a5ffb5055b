import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Calls `react` after each client-side navigation, not on the first render. For menus and dialogs that must not outlive their page. */
export function useOnNavigation(react: () => void): void {
  const { key } = useLocation();
  const last = useRef(key);
  const latest = useRef(react);
  latest.current = react;
  useEffect(() => {
    if (last.current === key) return;
    last.current = key;
    latest.current();
  }, [key]);
}
