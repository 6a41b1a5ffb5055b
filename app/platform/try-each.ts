/**
 * A failure does not stop the others; the first is thrown at the end. Starts none after `maxMs`, so that a service that
 * fails slowly does not block the job for hours.
 */
export async function tryEach<T>(
  things: readonly T[],
  act: (thing: T) => Promise<unknown>,
  {
    onFailure,
    maxMs = Number.POSITIVE_INFINITY,
  }: { onFailure: (error: unknown, thing: T) => unknown; maxMs?: number },
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
