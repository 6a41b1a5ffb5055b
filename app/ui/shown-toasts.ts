/** The most toasts on a page at once. */
export const mostToasts = 2;

/**
 * Decides which toasts show: the newest. Of the others, errors wait until there is room (`waiting`), and messages that
 * would fade anyway are over (`over`). `toasts`: the oldest first.
 */
export function decideShownToasts<Toast extends { tone: string }>(
  toasts: readonly Toast[],
): { shown: Toast[]; waiting: Toast[]; over: Toast[] } {
  const older = toasts.slice(0, -mostToasts);
  return {
    shown: toasts.slice(-mostToasts),
    waiting: older.filter(({ tone }) => tone === "error"),
    over: older.filter(({ tone }) => tone !== "error"),
  };
}
