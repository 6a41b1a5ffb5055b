import { StatementBatch } from "~/platform/statements/statement-batch.server";
import type { WatchedPool } from "~/platform/watched-pool.server";

type Query = (...given: unknown[]) => unknown;

export interface Recorded {
  /** The texts of the statements in the order in which they were sent, BEGIN and COMMIT included. */
  texts: string[];
  /** The longest chain of statements that waited for one another. */
  chain: number;
}

/** A round ends when no statement has been added for this long. In milliseconds. */
const quietMs = 8;

/**
 * Records the statements that the product sends through a pool. While it records, statements are held until no other
 * one is added, and then sent together: the number of such rounds is the longest chain of statements that wait for one
 * another, however fast the database and the machine are. Must be created before the pool's first connection.
 */
export class StatementRecorder {
  #recorded: Recorded | undefined;
  #held: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(pool: WatchedPool) {
    pool.on("connect", (client) => {
      const query = client.query.bind(client) as Query;
      client.query = ((...given: unknown[]) => {
        const batch = given[0] instanceof StatementBatch ? given[0] : undefined;
        this.#recorded?.texts.push(
          ...(batch ? batch.statements.map(({ text }) => text) : [textOf(given[0])]),
        );
        // A cursor is returned as it is, and reads by itself.
        if (!this.#recorded || (!batch && isCursor(given[0]))) return query(...given);
        const released = new Promise<void>((release) => this.#held.push(release));
        this.#awaitQuiet();
        if (batch) {
          released.then(() => query(batch));
          return batch;
        }
        if (typeof given.at(-1) !== "function") return released.then(() => query(...given));
        released.then(() => query(...given));
        return undefined;
      }) as typeof client.query;
    });
  }

  /** Returns what `work` sends, and what it resolves to. */
  async record<Result>(work: () => Promise<Result>): Promise<Recorded & { result: Result }> {
    const recorded: Recorded = { texts: [], chain: 0 };
    this.#recorded = recorded;
    try {
      const result = await work();
      return { ...recorded, result };
    } finally {
      this.#recorded = undefined;
      clearTimeout(this.#timer);
      this.#release();
    }
  }

  #awaitQuiet(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#recorded) this.#recorded.chain += 1;
      this.#release();
    }, quietMs);
  }

  #release(): void {
    for (const release of this.#held.splice(0)) release();
  }
}

function isCursor(statement: unknown): boolean {
  return typeof (statement as { submit?: unknown } | null)?.submit === "function";
}

function textOf(statement: unknown): string {
  if (typeof statement === "string") return statement;
  const { text, cursor } = statement as { text?: unknown; cursor?: { text?: unknown } };
  return String(text ?? cursor?.text ?? "a cursor");
}
