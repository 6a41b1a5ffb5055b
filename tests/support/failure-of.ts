/** Returns what a promise was rejected with; undefined if it was fulfilled. */
export function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (failure: unknown) => failure,
  );
}
