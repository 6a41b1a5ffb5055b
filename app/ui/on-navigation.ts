import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/** Calls `react` after each client-side navigation, for menus and dialogs that must close with their page. */
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
