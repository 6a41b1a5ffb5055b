import type { Compilable, CompiledQuery, QueryResult } from "kysely";

/** A database or a transaction. */
interface Sender {
  executeQuery<Row>(statement: CompiledQuery<Row>): Promise<QueryResult<Row>>;
}

export interface SentLater<Row> {
  /** The statement's result, once it was sent: not to be awaited in the transaction itself. */
  result: Promise<QueryResult<Row>>;
}

export interface Postponed {
  isPostponed: boolean;
  resolve(result: QueryResult<unknown>): void;
  reject(error: unknown): void;
}

/** Recognised by name: the server and the pages are built apart, each with its own copy of this module. */
const mark = Symbol.for("sabia.postponed");

type Marked = CompiledQuery & { [mark]?: Postponed };

/**
 * Sends a statement together with the transaction's next statement or its COMMIT: no round trip of its own. It runs in
 * its place. If it fails, the next statement or the transaction rejects with its error. Outside a transaction it is
 * sent at once.
 */
export async function sendLater<Row>(db: Sender, statement: Compilable<Row>): Promise<SentLater<Row>> {
  let postponed: Postponed | undefined;
  const result = new Promise<QueryResult<unknown>>((resolve, reject) => {
    postponed = { resolve, reject, isPostponed: false };
  });
  // The transaction rejects as well, and the result may be of no interest.
  result.catch(() => {});
  const marked: Marked = { ...statement.compile(), ...(postponed && { [mark]: postponed }) };
  const sent = await db.executeQuery(marked);
  return { result: (postponed?.isPostponed ? result : Promise.resolve(sent)) as Promise<QueryResult<Row>> };
}

/** Returns what waits for the result of a statement that may be postponed; undefined for any other one. */
export function postpone(compiled: Marked): Postponed | undefined {
  const postponed = compiled[mark];
  if (postponed) postponed.isPostponed = true;
  return postponed;
}
