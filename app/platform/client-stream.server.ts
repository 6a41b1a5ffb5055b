/** A client that reads nothing for longer gets an aborted response. */
const patienceMs = 60_000;

export interface Client {
  waitForDrain(): Promise<void>;
  signal: AbortSignal;
  patience?: number;
}

/**
 * Streams `parts` no faster than the client reads; Remix itself writes as fast as it can, also after a disconnect. When
 * reading fails, or the client stops reading, the response is aborted: an incomplete file must not look complete.
 */
export function streamToClient(
  parts: AsyncIterator<Uint8Array, unknown>,
  { waitForDrain, signal, patience = patienceMs }: Client,
): ReadableStream<Uint8Array> {
  const end = async () => {
    await parts.return?.();
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          await withPatience(patience, waitForDrain());
          const { done, value } = signal.aborted ? { done: true } : await parts.next();
          if (!done) return controller.enqueue(value as Uint8Array);
          await end();
          controller.close();
        } catch (error) {
          await end();
          controller.error(error);
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}

async function withPatience(milliseconds: number, reading: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error("the client stopped reading the file")), milliseconds);
  });
  try {
    await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}
