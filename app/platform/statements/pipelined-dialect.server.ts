import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import type pg from "pg";
import { type Postponed, postpone } from "./send-later.server";
import { type Statement, StatementBatch } from "./statement-batch.server";

/**
 * PostgreSQL with fewer round trips: a transaction's BEGIN is sent with its first statement, and
 * what is sent later (`sendLater`) with the statement after it or with COMMIT.
 */
export class PipelinedDialect extends PostgresDialect {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): Driver {
    return new PipelinedDriver(this.#pool);
  }
}

class PipelinedDriver implements Driver {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new PipelinedConnection(await this.#pool.connect());
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    (connection as PipelinedConnection).begin(settings);
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as PipelinedConnection).end("commit");
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as PipelinedConnection).end("rollback");
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    (connection as PipelinedConnection).release();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

class PipelinedConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  #transaction: "none" | "not sent" | "sent" = "none";
  /** To be sent with the next statement, in this order. */
  #waiting: (Statement & { postponed?: Postponed | undefined })[] = [];

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  begin({ isolationLevel, accessMode }: TransactionSettings): void {
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : "";
    const text = level || accessMode ? `start transaction${level} ${accessMode ?? ""}`.trim() : "begin";
    this.#transaction = "not sent";
    this.#waiting = [{ text, values: [] }];
  }

  /**
   * Sends COMMIT with the statements that wait; ROLLBACK drops them. Sends nothing for a transaction that sent
   * nothing.
   */
  async end(how: "commit" | "rollback"): Promise<void> {
    if (how === "rollback") {
      for (const { postponed } of this.#waiting.splice(0))
        postponed?.reject(new Error("the transaction was rolled back"));
      if (this.#transaction === "sent") await this.#send({ text: how, values: [] });
    } else if (this.#transaction === "sent" || this.#waiting.length > 1) {
      await this.#send({ text: how, values: [] });
    }
    this.#transaction = "none";
    this.#waiting = [];
  }

  async executeQuery<Row>(compiled: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = { text: compiled.sql, values: compiled.parameters };
    const postponed = this.#transaction === "none" ? undefined : postpone(compiled);
    if (postponed) {
      this.#waiting.push({ ...statement, postponed });
      return { rows: [] };
    }
    return toKyselyResult(await this.#send(statement));
  }

  /** Sends a statement, after those that wait. Returns its result. */
  async #send(statement: Statement): Promise<pg.QueryResult> {
    if (this.#transaction === "not sent") this.#transaction = "sent";
    if (this.#waiting.length === 0) return this.#client.query(statement.text, [...statement.values]);
    const waiting = this.#waiting.splice(0);
    const batch = new StatementBatch([...waiting, statement], this.#client);
    try {
      const results = await this.#client.query(batch as unknown as pg.Submittable & StatementBatch).results;
      waiting.forEach(({ postponed }, at) => {
        postponed?.resolve(toKyselyResult(results[at] as pg.QueryResult));
      });
      return results.at(-1) as pg.QueryResult;
    } catch (error) {
      for (const { postponed } of waiting) postponed?.reject(error);
      // Its stack begins where the response was read.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  // biome-ignore lint/correctness/useYield: cursors are not used
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error("cursors are not supported");
  }

  release(): void {
    this.#client.release();
  }
}

function toKyselyResult<Row>({ command, rowCount, rows }: pg.QueryResult): QueryResult<Row> {
  const changes = ["INSERT", "UPDATE", "DELETE", "MERGE"].includes(command);
  return { rows, ...(changes && { numAffectedRows: BigInt(rowCount ?? 0) }) };
}
