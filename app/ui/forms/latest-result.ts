import { useEffect, useRef } from "react";
import { useToasts } from "../toasts/toast-store";

/**
 * Closes the success toast of a form when it is submitted again, so that only the latest result shows. `busy`: the
 * form is being submitted.
 */
export function useLatestResultOnly(busy: boolean): void {
  const { toasts, dismiss } = useToasts();
  const shown = useRef(toasts);
  shown.current = toasts;
  useEffect(() => {
    if (!busy) return;
    for (const { id, tone } of shown.current) if (tone === "success") dismiss(id);
  }, [busy, dismiss]);
}
