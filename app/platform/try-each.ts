/**
 * Does the same with one thing after the other, whatever fails: one that cannot be done holds up no other. Ends before
 * the next once `maxMs` milliseconds are over, so that a service that is away, failing slowly, keeps nobody for hours.
 * `onFailure` hears of each failure. Throws the first of them once the rest was tried.
 */
export async function tryEach<T>(
  things: readonly T[],
  act: (thing: T) => Promise<unknown>,
  { onFailure, maxMs }: { onFailure: (error: unknown, thing: T) => unknown; maxMs: number },
): Promise<void> {
  const end = performance.now() + maxMs;
  let first: { error: unknown } | undefined;
  for (const thing of things) {
    if (performance.now() >= end) break;
    try {
      await act(thing);
    } catch (error) {
      first ??= { error };
      await onFailure(error, thing);
    }
  }
  if (first) throw first.error;
}
