import { type RefObject, useEffect } from "react";

/**
 * Calls `onRestored` with the value of the checked radio in `box` if it is not `initial`. After a reload Firefox checks
 * what was chosen before, without an event and before React runs.
 */
export function useRestoredRadio(
  box: RefObject<HTMLElement>,
  initial: string | undefined,
  onRestored: ((value: string) => void) | undefined,
): void {
  useEffect(() => {
    const checked = box.current?.querySelector<HTMLInputElement>("input[type=radio]:checked");
    if (checked && checked.value !== initial) onRestored?.(checked.value);
  }, [box, initial, onRestored]);
}
