import pg from "pg";
// Not declared by @types/pg. The client converts values by the same function.
// @ts-expect-error
import { prepareValue } from "pg/lib/utils.js";

export interface Statement {
  text: string;
  values: readonly unknown[];
}

/** The parts of pg's connection, result and messages that a batch uses and @types/pg does not declare. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  parse(message: { text: string }): void;
  bind(message: { values: readonly unknown[] }): void;
  describe(message: { type: "P" }): void;
  execute(message: object): void;
  sync(): void;
  sendCopyFail(message: string): void;
}
interface ResultBuilder extends pg.QueryResult {
  addFields(fields: unknown): void;
  parseRow(fields: unknown): unknown;
  addRow(row: unknown): void;
  addCommandComplete(message: unknown): void;
}
interface Message {
  fields?: unknown;
}

/**
 * Statements that are sent together and cost one round trip, for `client.query` as pg-cursor is. PostgreSQL runs them
 * in turn; if one fails, it skips those after it (one Sync message at the end,
 * https://www.postgresql.org/docs/current/protocol-flow.html).
 */
export class StatementBatch {
  readonly statements: readonly Statement[];
  /** The results of all statements, in their order. Rejects with the error of the one that failed. */
  readonly results: Promise<pg.QueryResult[]>;
  readonly #types: Pick<pg.ClientBase, "getTypeParser">;
  readonly #prepared: { text: string; values: unknown[] }[];
  readonly #done: pg.QueryResult[] = [];
  #current: ResultBuilder;
  #failure: unknown;
  #toError: (error: unknown) => unknown = (error) => error;
  #resolve: (results: pg.QueryResult[]) => void = () => {};
  #reject: (error: unknown) => void = () => {};

  /** Throws for a value that cannot be converted. `types`: the client. */
  constructor(statements: readonly Statement[], types: Pick<pg.ClientBase, "getTypeParser">) {
    this.statements = statements;
    this.#types = types;
    this.#prepared = statements.map(({ text, values }) => ({ text, values: values.map(prepareValue) }));
    this.#current = this.#newResult();
    this.results = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // A caller may have stopped waiting.
    this.results.catch(() => {});
  }

  #newResult(): ResultBuilder {
    return new pg.Result("object", this.#types as unknown as typeof pg.types) as unknown as ResultBuilder;
  }

  /** Rejects, if it fails, with what `toError` returns for the error. */
  failWith(toError: (error: unknown) => Error): void {
    this.#toError = toError;
  }

  /** Makes the batch fail with this error, whatever the server answers from now on. */
  fail(error: Error): void {
    this.#failure ??= error;
  }

  submit(connection: Wire): null {
    connection.stream.cork();
    try {
      for (const { text, values } of this.#prepared) {
        connection.parse({ text });
        connection.bind({ values });
        connection.describe({ type: "P" });
        connection.execute({});
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    return null;
  }

  handleRowDescription({ fields }: Message): void {
    this.#current.addFields(fields);
  }

  handleDataRow({ fields }: Message): void {
    if (this.#failure !== undefined) return;
    try {
      this.#current.addRow(this.#current.parseRow(fields));
    } catch (error) {
      this.#failure = error;
    }
  }

  handleCommandComplete(message: unknown): void {
    this.#current.addCommandComplete(message);
    this.#done.push(this.#current);
    this.#current = this.#newResult();
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: "" });
  }

  handleCopyInResponse(connection: Wire): void {
    connection.sendCopyFail("No source stream defined");
  }

  handleCopyData(): void {}

  handleError(error: unknown): void {
    this.#reject(this.#toError(this.#failure ?? error));
  }

  handleReadyForQuery(): void {
    if (this.#failure === undefined) this.#resolve(this.#done);
    else this.#reject(this.#toError(this.#failure));
  }
}
