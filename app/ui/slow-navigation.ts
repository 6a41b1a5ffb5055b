import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";

/** What comes sooner needs no placeholder: one that only flashes disturbs more than it tells. In milliseconds. */
const patienceMs = 150;

/**
 * Says whether this same page is being loaded with another query, once that takes longer than a moment. For
 * placeholders within the page, such as of a list's rows.
 */
export function useSlowSearch(): boolean {
  const coming = useSlowNavigation();
  const { pathname } = useLocation();
  return coming === pathname;
}

/**
 * Says which page script is loading, once that takes longer than a moment; undefined while none is, while a form is
 * being sent, and when the same page is only brought up to date. For placeholders in the shape of the page to come.
 */
export function useSlowNavigation(): string | undefined {
  const navigation = useNavigation();
  const here = useLocation();
  const there = navigation.state === "loading" ? navigation.location : undefined;
  const moves = there !== undefined && (there.pathname !== here.pathname || there.search !== here.search);
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!moves) return;
    const timer = setTimeout(() => setSlow(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [moves]);
  return moves && isSlow ? there.pathname : undefined;
}
