import { useLocation, useNavigate } from "@remix-run/react";
import { type MouseEvent, useEffect, useRef, useSyncExternalStore } from "react";
import { lessonsId } from "~/features/playback/certificates/lessons-beside";

/** Widths at which the list of lessons is below the player, not beside it. */
const isBelowPlayer = "(width < 64rem)";

function followWidth(changed: () => void): () => void {
  const query = window.matchMedia(isBelowPlayer);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/**
 * The lessons of a course as a sheet over the page, where they are not beside the player: open while the address names
 * them, so that the browser's way back closes the sheet. Without script, the address leads to the list in the page.
 */
export function useLessonSheet() {
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation();
  const isNarrow = useSyncExternalStore(
    followWidth,
    () => window.matchMedia(isBelowPlayer).matches,
    () => false,
  );
  const isOpen = isNarrow && hash === `#${lessonsId}`;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { current: sheet } = dialog;
    if (!sheet || sheet.open === isOpen) return;
    if (!isOpen) return sheet.close();
    sheet.showModal();
    sheet.querySelector<HTMLElement>('[aria-current="page"]')?.focus();
  }, [isOpen]);

  const open = (event: MouseEvent) => {
    if (!isNarrow || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    navigate(
      { pathname, search, hash: lessonsId },
      { state: { opensSheet: true }, preventScrollReset: true },
    );
    // Closed a moment ago, with the way back still loading: the address that React knows has named it all along.
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
  };
  const close = () => {
    if (!isOpen) return;
    if ((state as { opensSheet?: boolean } | null)?.opensSheet) navigate(-1);
    // The page was opened at this address: there is no step to go back.
    else navigate({ pathname, search }, { replace: true, preventScrollReset: true });
  };
  return { isOpen, dialog, open, close };
}
