import { byteOrderMark, formatCsvRow } from "./csv";
import type { Sheet } from "./sheet";

/** How long a client may take nothing before the answer is cut off, in milliseconds: the place it holds is wanted. */
const patienceMs = 60_000;

interface Streaming {
  batches: AsyncGenerator<{ text: string }, void>;
  /** Waits until the client has taken what it was sent. */
  untilTaken(): Promise<void>;
  signal: AbortSignal;
  /** Called when it ends, however that comes about; perhaps more than once. */
  onEnd(): void;
  patience?: number;
}

/**
 * Streams CSV by the rules of csv.ts: the columns' titles, then batches of lines. While the client takes one the database
 * makes the next, and no further, so memory does not grow with the file. When the database fails, or the client takes
 * nothing for a minute, the answer breaks off, so that no part of a file passes for the whole.
 */
export function streamCsv(
  { columns }: Pick<Sheet, "columns">,
  { batches, untilTaken, signal, onEnd, patience = patienceMs }: Streaming,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const titles = formatCsvRow(columns.map(({ title }) => title));
  let coming: ReturnType<typeof batches.next> | undefined;
  const next = () => {
    coming = batches.next();
    // Told when it is its turn.
    coming.catch(() => {});
    return coming;
  };
  const end = async () => {
    onEnd();
    await batches.return();
  };
  // Whoever leaves before the first byte was asked for is heard of nowhere else.
  signal.addEventListener("abort", onEnd, { once: true });
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(byteOrderMark + titles)),
      async pull(controller) {
        try {
          await within(patience, untilTaken());
          signal.throwIfAborted();
          const { done, value } = await (coming ?? next());
          if (!done) {
            next();
            return controller.enqueue(encoder.encode(value.text));
          }
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

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error("the client takes no more of the file")), milliseconds);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
