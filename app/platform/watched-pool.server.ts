import type { EventEmitter } from "node:events";
import pg from "pg";
import { isInRequest, remainingMs } from "~/integrations/request-deadline";

export interface PoolLimits {
  /** A new connection; in a request also the wait for one. */
  connectMs: number;
  /** A job's wait for a connection while all are busy. */
  queueMs: number;
  requestStatementMs: number;
  /** Of a job, longer than the server's `statement_timeout`. */
  statementMs: number;
}

const usualLimits: PoolLimits = {
  connectMs: 3_500,
  queueMs: 10_000,
  requestStatementMs: 4_000,
  statementMs: 16_000,
};

/** Not refused after the request's time. */
const endsTransaction = /^\s*(commit|rollback|end)\b/i;

/** Minimum time of COMMIT and ROLLBACK: with a request's 4.5 s the wait stays within 5 s. */
const endMs = 400;

/** Its `code` counts as an outage (`outage.server.ts`). */
class DatabaseSilent extends Error {
  override readonly name = "DatabaseSilent";
  readonly code = "ETIMEDOUT";
}

/** The wait for a replica after COMMIT was cancelled: the transaction is lost if the server fails now. An outage. */
class CommitNotReplicated extends Error {
  override readonly name = "CommitNotReplicated";
  readonly code = "ETIMEDOUT";
}

/** PostgreSQL's function whose warnings say so; the text depends on `lc_messages`. */
const replicationWait = "SyncRepWaitForLSN";

/** PostgreSQL's code of a write on a read-only server, such as a demoted primary. */
const readOnly = "25006";

type Answered = (error: Error | null, result?: pg.QueryResult) => void;
type Connected = (
  error: Error | undefined,
  client?: pg.PoolClient,
  release?: (error?: Error | boolean) => void,
) => void;

/** Called when a statement begins; the returned function when it ends. */
export type OnStatement = (text: string) => ((failed: boolean) => void) | undefined;

/**
 * Closes the connection of a statement that is not answered in time, since it may still run; pg's own `query_timeout`
 * returns such a connection to the pool. Refuses named statements, which a pooler in transaction mode does not know
 * again. Emits `waited` with the milliseconds that each statement or transaction waited for a connection.
 */
export class WatchedPool extends pg.Pool {
  onStatement: OnStatement | undefined;
  readonly #limits: PoolLimits;
  readonly #idle = new Set<pg.PoolClient>();

  constructor(settings: pg.PoolConfig, limits: Partial<PoolLimits> = {}) {
    const allLimits = { ...usualLimits, ...limits };
    // pg-pool has one limit for both: that of a new connection is the client's own.
    super({
      ...settings,
      connectionTimeoutMillis: allLimits.queueMs,
      Client: class extends pg.Client {
        constructor(config?: pg.ClientConfig) {
          super({ ...config, connectionTimeoutMillis: allLimits.connectMs });
        }
      },
    });
    this.#limits = allLimits;
    this.on("connect", (client) => this.#watch(client));
    this.on("acquire", (client) => this.#idle.delete(client));
    this.on("release", (_, client) => this.#idle.add(client));
    this.on("remove", (client) => this.#idle.delete(client));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connectInTime();
    if (!callback) return connecting;
    connecting.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  async #connectInTime(): Promise<pg.PoolClient> {
    const startedAt = performance.now();
    const connecting = super.connect();
    let timer: NodeJS.Timeout | undefined;
    try {
      if (!isInRequest()) return await connecting;
      const limit = Math.min(remainingMs(), this.#limits.connectMs);
      return await Promise.race([
        connecting,
        new Promise<never>((_, reject) => {
          timer = setTimeout(() => {
            connecting.then(
              (client) => client.release(),
              () => {},
            );
            reject(new Error("timeout exceeded when trying to connect in a request"));
          }, limit);
        }),
      ]);
    } finally {
      clearTimeout(timer);
      (this as EventEmitter).emit("waited", performance.now() - startedAt);
    }
  }

  #watch(client: pg.PoolClient): void {
    // The server then ends the statements of a closed connection, where its system can tell.
    client.query("SET client_connection_check_interval = 1000", () => {});
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    let notReplicated: CommitNotReplicated | undefined;
    client.on("notice", ({ routine }) => {
      if (routine === replicationWait)
        notReplicated = new CommitNotReplicated("committed, but no replica has confirmed it");
    });
    const send = (statement: string | pg.QueryConfig, values: unknown, answer: Answered) => {
      const { text, name } = typeof statement === "string" ? { text: statement, name: undefined } : statement;
      if (name !== undefined)
        throw new Error(`a pooler gives the next transaction another connection: no name for ${text}`);
      const limit = this.#limitOf(text);
      if (limit <= 0) {
        queueMicrotask(() => answer(new DatabaseSilent("the request has no time left")));
        return;
      }
      const noteEnd = this.onStatement?.(text);
      notReplicated = undefined;
      const timer = setTimeout(() => this.#closeSilent(client), limit);
      query(statement, values, (error: Error | null, result: pg.QueryResult) => {
        clearTimeout(timer);
        const failure = error ?? notReplicated ?? null;
        noteEnd?.(failure !== null);
        // A new connection may lead to the primary.
        if ((error as { code?: unknown } | null)?.code === readOnly)
          close(client, new DatabaseSilent("the server is read-only"));
        answer(failure, result);
      });
    };
    // Not by the promise of pg, which assigns its closure to a property: V8 places such closures among the old
    // objects, and the rows that they refer to stay in memory until the next full garbage collection.
    client.query = ((statement: string | pg.QueryConfig, ...given: unknown[]) => {
      const last = given.at(-1);
      if (typeof last === "function")
        return send(statement, given.length > 1 ? given[0] : undefined, last as Answered);
      return new Promise((resolve, reject) => {
        send(statement, given[0], (error, result) => (error ? reject(error) : resolve(result)));
      }).catch(throwFromHere);
    }) as typeof client.query;
  }

  /** 0 in a request without time left. */
  #limitOf(text: string): number {
    const { requestStatementMs, statementMs } = this.#limits;
    const left = endsTransaction.test(text) ? Math.max(remainingMs(), endMs) : remainingMs();
    return Math.min(isInRequest() ? requestStatementMs : statementMs, left);
  }

  /** Also closes the idle connections: after a failover they lead nowhere, too. */
  #closeSilent(client: pg.PoolClient): void {
    close(client, new DatabaseSilent("a statement was not answered in time"));
    for (const idle of this.#idle) close(idle, new DatabaseSilent("another connection was not answered"));
  }
}

/** With the stack of the statement's caller, as pg does. */
function throwFromHere(error: Error): never {
  Error.captureStackTrace(error);
  throw error;
}

/** Rejects what waits on the connection; the pool then opens another. */
function close(client: pg.Client, error: DatabaseSilent): void {
  client.connection.stream.destroy(error);
}
