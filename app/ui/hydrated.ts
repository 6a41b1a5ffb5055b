import { useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * False on the server and during the first client render, true afterwards.
 * For controls that only make sense where script runs: they appear without a hydration mismatch.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
