/** How long a client may stop reading before its response is aborted, in milliseconds. */
const patienceMs = 60_000;

export interface Client {
  /** Resolves when the client has read the sent bytes, or has disconnected. */
  waitForDrain(): Promise<void>;
  /** The request's signal: aborts when the client disconnects. */
  signal: AbortSignal;
  patience?: number;
}

/**
 * Returns the body of a response, read from `parts` no faster than the client reads. Remix itself writes as fast as it
 * can read, also after the client has disconnected. Reading then ends here. When reading fails, or the client reads
 * nothing for a minute, the response is aborted: an incomplete file must not look complete.
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

/** Throws if a client has not read the sent bytes within a time limit, in milliseconds. */
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
