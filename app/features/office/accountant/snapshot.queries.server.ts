import { TransformStream } from "node:stream/web";
import { sql } from "kysely";
import type { Database, Db } from "~/platform/db.server";

/** How long the reader may pause between two reads: as long as a client may take for a document. */
const idleLimit = "60s";

/** How long a statement may take: the balances before a month read every earlier line. */
const statementLimit = "5min";

/**
 * Yields what `read` yields from one snapshot of the database: rows that change meanwhile are seen as they were. The
 * transaction ends with the last part, or when the reader leaves; it writes nothing. Throws what `read` throws.
 */
export async function* readSnapshot<Part>(
  db: Database,
  read: (trx: Db) => AsyncIterable<Part>,
): AsyncGenerator<Part, void> {
  const { readable, writable } = new TransformStream<Part, Part>();
  const writer = writable.getWriter();
  const ended = db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (trx) => {
      await sql`
        SELECT set_config('idle_in_transaction_session_timeout', ${idleLimit}, true),
          set_config('statement_timeout', ${statementLimit}, true)`.execute(trx);
      // Writing waits for the reader, and fails once the reader has left: that rolls back.
      for await (const part of read(trx)) await writer.write(part);
    })
    .then(
      () => writer.close(),
      (error: unknown) => writer.abort(error),
    )
    // The reader has left: there is nobody to tell.
    .catch(() => {});
  try {
    yield* readable;
  } finally {
    await ended;
  }
}
