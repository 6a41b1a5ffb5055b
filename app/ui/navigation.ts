import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";

// A placeholder that only flashes is worse than none.
const placeholderDelayMs = 150;

/** True while this page loads with another query, after a short delay. */
export function useSlowSearch(): boolean {
  const coming = useSlowNavigation();
  const { pathname } = useLocation();
  return coming === pathname;
}

/** The path of the page being loaded, after a short delay; undefined for a form or a revalidation. */
export function useSlowNavigation(): string | undefined {
  const navigation = useNavigation();
  const here = useLocation();
  const there = navigation.state === "loading" ? navigation.location : undefined;
  const moves = there !== undefined && (there.pathname !== here.pathname || there.search !== here.search);
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!moves) return;
    const timer = setTimeout(() => setSlow(true), placeholderDelayMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [moves]);
  return moves && isSlow ? there.pathname : undefined;
}

/** Undefined `path` stays. `reload` loads a new document. */
export function useGoAfter(
  path: string | undefined,
  delayMs: number,
  { reload = false, replace = false }: { reload?: boolean; replace?: boolean } = {},
): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!path) return;
    const go = () => {
      if (!reload) navigate(path, { replace });
      else if (replace) window.location.replace(path);
      else window.location.assign(path);
    };
    const timer = setTimeout(go, delayMs);
    return () => clearTimeout(timer);
  }, [path, delayMs, reload, replace, navigate]);
}

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
