import { useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * Returns false on the server and during the first client render, true afterwards. For controls that require script,
 * without a hydration mismatch.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
