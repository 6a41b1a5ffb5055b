import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";

/** A placeholder that only flashes is worse than none. In milliseconds. */
const placeholderDelayMs = 150;

/** Returns whether this page is loading with another query, after a short delay. For placeholders within the page. */
export function useSlowSearch(): boolean {
  const coming = useSlowNavigation();
  const { pathname } = useLocation();
  return coming === pathname;
}

/**
 * Returns the path of the page being loaded by script, after a short delay; undefined when a form is submitted or the
 * same page revalidates. For placeholders of the next page.
 */
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
