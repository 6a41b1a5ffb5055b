/** Maximum toasts on a page. */
const maxToasts = 2;

/**
 * Decides which toasts to show: the newest. Older errors wait for room (`waiting`); other older messages are dropped
 * (`over`). `toasts`: oldest first.
 */
export function decideVisibleToasts<Toast extends { tone: string }>(
  toasts: readonly Toast[],
): { shown: Toast[]; waiting: Toast[]; over: Toast[] } {
  const older = toasts.slice(0, -maxToasts);
  return {
    shown: toasts.slice(-maxToasts),
    waiting: older.filter(({ tone }) => tone === "error"),
    over: older.filter(({ tone }) => tone !== "error"),
  };
}
