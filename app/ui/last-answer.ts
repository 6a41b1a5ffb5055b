import { useEffect, useRef } from "react";
import { useToasts } from "./toast-store";

/**
 * Closes what was said of a form's success as the form is sent again: of two answers only the last is true of what is on
 * the screen. Takes whether the form is on its way.
 */
export function useLastAnswerOnly(busy: boolean): void {
  const { toasts, dismiss } = useToasts();
  const shown = useRef(toasts);
  shown.current = toasts;
  useEffect(() => {
    if (!busy) return;
    for (const { id, tone } of shown.current) if (tone === "success") dismiss(id);
  }, [busy, dismiss]);
}
