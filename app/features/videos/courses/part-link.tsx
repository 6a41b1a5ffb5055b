import { useLocation } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { useHydrated } from "~/ui/hydrated";
import { Link } from "~/ui/link";
import { type PartState, partParameter } from "./course-folding";

/** Parameters of one opening of a page: where it begins, what plays at once, what was changed last. */
const ofOneOpening = ["t", "play", "transcript", "lesson"];

export function partId(number: number): string {
  return `part-${number}`;
}

/**
 * Opens a part in its place and folds another, or folds an open one. Without script the page loads anew, at the part.
 */
export function PartLink({
  number,
  state,
  isHere = false,
  className,
  children,
}: {
  number: number;
  state: PartState;
  isHere?: boolean;
  className: string;
  children: ReactNode;
}) {
  const { pathname, search, hash, state: opening } = useLocation();
  const isHydrated = useHydrated();
  const keepPlace = useKeptPlace(state);
  const params = new URLSearchParams(search);
  for (const name of [...ofOneOpening, partParameter]) params.delete(name);
  if (state === "folded") params.set(partParameter, String(number));
  const query = params.toString();
  return (
    <Link
      // A sheet in which the list is open stays open.
      to={`${pathname}${query && `?${query}`}${isHydrated ? hash : `#${partId(number)}`}`}
      state={opening}
      onClick={keepPlace}
      aria-expanded={state !== "folded"}
      aria-current={isHere || undefined}
      rel="nofollow"
      replace
      preventScrollReset
      className={className}
    >
      {children}
    </Link>
  );
}

/** Keeps the pressed link where it is in the window, or in its sheet, while lessons above it are folded. */
function useKeptPlace(state: PartState) {
  const pressed = useRef<{ link: HTMLElement; top: number }>();
  useEffect(() => {
    const { link, top } = pressed.current ?? {};
    pressed.current = undefined;
    if (!link || top === undefined || !state) return;
    (link.closest("dialog") ?? window).scrollBy(0, link.getBoundingClientRect().top - top);
  }, [state]);
  return ({ currentTarget: link }: MouseEvent<HTMLElement>) => {
    pressed.current = { link, top: link.getBoundingClientRect().top };
  };
}
