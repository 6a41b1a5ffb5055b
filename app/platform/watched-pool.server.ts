import type { EventEmitter } from "node:events";
import pg from "pg";
import { remainingMs } from "~/integrations/request-deadline";

/** All in milliseconds. */
export interface WatchLimits {
  /** A new connection that is not ready after this long means that the database is hung. */
  connectMs: number;
  /** Maximum wait for one of the pool's connections while all are busy. The database works: it is not hung. */
  queueMs: number;
  /** A statement without a response for this long triggers a check of the database. */
  silenceMs: number;
  /** The database counts as hung when a check takes longer. */
  checkMs: number;
  /** The connection of a statement without a response for this long is closed, whatever the check found. */
  answerMs: number;
  /** After a check found the database hung, new connections fail without another check for this long. */
  refuseMs: number;
}

/**
 * A page fails within 4 s of the database hanging. Where it is busy, a burst of requests is served in turn instead.
 * What a request waits for is also bounded by the request's own time.
 */
const usualLimits: WatchLimits = {
  connectMs: 3_500,
  queueMs: 10_000,
  silenceMs: 2_000,
  checkMs: 1_500,
  answerMs: 16_000,
  refuseMs: 500,
};

const tickMs = 250;

/** The database does not respond. Its `code` counts as an outage (`outage.server.ts`). */
export class DatabaseSilent extends Error {
  override readonly name = "DatabaseSilent";
  readonly code = "ETIMEDOUT";
}

/** The database works, but the request has no time left. Its `code` counts as an outage. */
export class RequestOverdue extends Error {
  override readonly name = "RequestOverdue";
  readonly code = "ETIMEDOUT";
}

/**
 * The server ended its wait for a replica after COMMIT, as when it is asked to cancel: it reports success, but the
 * transaction is lost if it fails now. Its `code` counts as an outage.
 */
export class CommitNotReplicated extends Error {
  override readonly name = "CommitNotReplicated";
  readonly code = "ETIMEDOUT";
}

/** The function of PostgreSQL whose warnings say so; the text depends on `lc_messages`. */
const replicationWait = "SyncRepWaitForLSN";

/** PostgreSQL's code of a write on a read-only server, as a primary that was demoted. */
const readOnly = "25006";

/** How long a cancelled statement may take to end before its connection is closed, in milliseconds. */
const cancelMs = 300;

/** COMMIT and ROLLBACK are never cut short. */
const endsTransaction = /^\s*(commit|rollback|end)\b/i;

type Connected = (
  error: Error | undefined,
  client?: pg.PoolClient,
  release?: (error?: unknown) => void,
) => void;

/**
 * Called with the text of each statement when it begins. What it returns is called at the end, with whether the
 * statement failed.
 */
export type OnStatement = (text: string) => ((failed: boolean) => void) | undefined;

/** Pending statements of a connection: their number, since when, and when the database was last checked for them. */
interface Waiting {
  statements: number;
  since: number;
  checkedAt: number;
}

/**
 * A pool that tells a slow statement from a dead connection. A statement may take as long as
 * `statement_timeout` allows, but after two seconds without a response a separate connection checks the server. If
 * the server does not respond, all connections are closed, and new ones are refused until it does. If it responds,
 * connections that it does not know (after a failover) are closed. Refuses statements with a name, which a pooler in
 * transaction mode does not know again. Emits `waited` with the milliseconds that each
 * statement or transaction waited for a connection.
 */
export class WatchedPool extends pg.Pool {
  onStatement: OnStatement | undefined;
  readonly #settings: pg.PoolConfig;
  readonly #limits: WatchLimits;
  readonly #open = new Set<pg.PoolClient>();
  readonly #waiting = new Map<pg.PoolClient, Waiting>();
  readonly #connecting = new Set<(error: Error) => void>();
  readonly #timer: NodeJS.Timeout;
  #check: Promise<void> | undefined;
  #hung = false;
  #refuseUntil = 0;

  constructor(settings: pg.PoolConfig, limits: Partial<WatchLimits> = {}) {
    const allLimits = { ...usualLimits, ...limits };
    // pg-pool has one limit for both: that of a new connection is the client's own.
    super({
      ...settings,
      connectionTimeoutMillis: allLimits.queueMs,
      Client: clientWithin(allLimits.connectMs),
    });
    this.#settings = settings;
    this.#limits = allLimits;
    this.on("connect", (client) => this.#watch(client));
    this.on("remove", (client) => {
      this.#open.delete(client);
      this.#waiting.delete(client);
    });
    this.#timer = setInterval(() => this.#tick(), tickMs).unref();
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (callback) {
      this.#connect(callback);
      return undefined;
    }
    return new Promise((resolve, reject) => {
      this.#connect((error, client) => (client ? resolve(client) : reject(error)));
    });
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | undefined {
    clearInterval(this.#timer);
    if (!callback) return super.end();
    super.end(callback);
    return undefined;
  }

  #connect(callback: Connected): void {
    if (!this.#hung) {
      this.#acquire(callback);
      return;
    }
    if (performance.now() < this.#refuseUntil) {
      queueMicrotask(() => callback(new DatabaseSilent("the database does not answer"), undefined, () => {}));
      return;
    }
    this.#checkDatabase().then(() => this.#connect(callback));
  }

  /** As pg.Pool, but stops waiting when the database is found hung. */
  #acquire(callback: Connected): void {
    let over = false;
    const asked = performance.now();
    const finish: Connected = (error, client, release) => {
      if (!over) (this as EventEmitter).emit("waited", performance.now() - asked);
      if (over) {
        release?.();
        return;
      }
      over = true;
      this.#connecting.delete(fail);
      if (error && isConnectTimeout(error)) {
        this.#noteHung();
        callback(new DatabaseSilent("no connection in time", { cause: error }), client, release);
      } else callback(error, client, release);
    };
    const fail = (error: Error) => finish(error, undefined, () => {});
    this.#connecting.add(fail);
    const stop = callWhenOverdue(() => fail(new RequestOverdue("all connections were busy")));
    super.connect((...given) => {
      stop();
      finish(...given);
    });
  }

  #watch(client: pg.PoolClient): void {
    this.#open.add(client);
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    let notReplicated: CommitNotReplicated | undefined;
    client.on("notice", ({ routine }) => {
      if (routine === replicationWait)
        notReplicated = new CommitNotReplicated("committed, but no replica has confirmed it");
    });
    const asked = (...given: unknown[]) => {
      if (nameOf(given[0]) !== undefined)
        throw new Error(
          `a pooler gives the next transaction another connection: no name for ${textOf(given[0])}`,
        );
      const finish = this.#begin(client);
      const text = textOf(given[0]);
      const noteEnd = this.onStatement?.(text);
      let overdue = false;
      notReplicated = undefined;
      const stop =
        isSubmittable(given[0]) || endsTransaction.test(text)
          ? undefined
          : callWhenOverdue(() => {
              overdue = true;
              this.#cancel(client);
            });
      const answered = (failed: boolean) => {
        stop?.();
        finish();
        noteEnd?.(failed);
      };
      const named = (error: Error | null): Error | null => {
        if (!error) return notReplicated ?? null;
        closeReadOnly(client, error);
        return overdue
          ? new RequestOverdue("a statement took too long for the request", { cause: error })
          : error;
      };
      const last = given.at(-1);
      if (typeof last === "function") {
        const callback = (error: Error | null, ...result: unknown[]) => {
          const failure = named(error);
          answered(Boolean(failure));
          return last(failure, ...result);
        };
        return query(...given.slice(0, -1), callback);
      }
      if (isSubmittable(given[0])) {
        answered(false);
        return query(...given);
      }
      // Not by the promise of pg, which assigns its closure to a property: V8 places such closures among the old
      // objects, and the rows that they refer to stay in memory until the next full garbage collection.
      return new Promise((resolve, reject) => {
        const [statement, values] = given;
        query(statement, values, (error: Error | null, result: unknown) => {
          const failure = named(error);
          answered(Boolean(failure));
          if (failure) reject(failure);
          else resolve(result);
        });
      }).catch(throwFromHere);
    };
    client.query = asked as typeof client.query;
  }

  #begin(client: pg.PoolClient): () => void {
    const now = performance.now();
    const waiting = this.#waiting.get(client) ?? { statements: 0, since: now, checkedAt: now };
    waiting.statements += 1;
    this.#waiting.set(client, waiting);
    return () => {
      waiting.statements -= 1;
      waiting.since = waiting.checkedAt = performance.now();
      if (waiting.statements === 0) this.#waiting.delete(client);
    };
  }

  /** Asks the server to end the client's statement. Closes the connection if that does not help. */
  #cancel(client: pg.PoolClient, { closes = true } = {}): void {
    const waiting = this.#waiting.get(client);
    const abandon = sendCancel(client);
    setTimeout(() => {
      abandon();
      if (closes && waiting && this.#waiting.get(client) === waiting)
        close(client, "a statement was not cancelled");
    }, cancelMs);
  }

  #tick(): void {
    const now = performance.now();
    for (const [client, waiting] of this.#waiting) {
      if (now - waiting.since >= this.#limits.answerMs) close(client, "a statement was not answered");
      else if (now - waiting.checkedAt >= this.#limits.silenceMs) {
        waiting.checkedAt = now;
        this.#checkDatabase();
      }
    }
  }

  /** Never rejects. Concurrent calls share one check. */
  #checkDatabase(): Promise<void> {
    this.#check ??= this.#closeDead().finally(() => {
      this.#check = undefined;
    });
    return this.#check;
  }

  async #closeDead(): Promise<void> {
    const open = [...this.#open];
    const found = await askForBackends(this.#settings, open.map(backendOf), this.#limits.checkMs);
    if (found === "hung") {
      this.#noteHung();
      return;
    }
    this.#hung = false;
    if (found === "unreachable") {
      const silentSince = performance.now() - this.#limits.silenceMs;
      for (const [client, { since }] of this.#waiting) {
        if (since <= silentSince) close(client, "the database cannot be reached");
      }
    }
    if (!(found instanceof Set)) return;
    for (const client of open) {
      if (!found.has(backendOf(client))) close(client, "the server does not know this connection any more");
    }
  }

  #noteHung(): void {
    this.#hung = true;
    this.#refuseUntil = performance.now() + this.#limits.refuseMs;
    for (const client of this.#open) close(client, "the database does not answer");
    for (const fail of this.#connecting) fail(new DatabaseSilent("the database does not answer"));
  }
}

/**
 * Returns which of these server processes exist, asked over a new connection. Returns "hung" without a response in
 * time, "unreachable" when no connection could be opened, and undefined when the response is inconclusive: the server
 * refused, or a pooler such as PgBouncer is in between.
 */
async function askForBackends(
  settings: pg.PoolConfig,
  backends: number[],
  limitMs: number,
): Promise<Set<number> | "hung" | "unreachable" | undefined> {
  const { connectionString, application_name, types } = settings;
  const client = new pg.Client({ connectionString, application_name, types });
  client.on("error", () => {});
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    client.connection.stream.destroy();
  }, limitMs);
  try {
    await client.connect();
    const { rows } = await client.query<{ own: number; known: number[] }>(
      `SELECT pg_backend_pid() AS own, ARRAY(SELECT pid FROM pg_stat_activity WHERE pid = ANY($1)
        AND usename = current_user AND application_name = current_setting('application_name')) AS known`,
      [backends],
    );
    const [row] = rows;
    client.end().catch(() => {});
    return row && row.own === backendOf(client) ? new Set(row.known) : undefined;
  } catch (error) {
    client.connection.stream.destroy();
    if (late) return "hung";
    return error instanceof pg.DatabaseError ? undefined : "unreachable";
  } finally {
    clearTimeout(timer);
  }
}

/** A query object, such as a cursor, which `client.query` returns as it is. */
function isSubmittable(statement: unknown): boolean {
  return typeof (statement as { submit?: unknown } | null)?.submit === "function";
}

/** Throws an error of the database with the stack of the statement's caller, as pg does. */
function throwFromHere(error: Error): never {
  Error.captureStackTrace(error);
  throw error;
}

function nameOf(statement: unknown): unknown {
  return isSubmittable(statement) ? undefined : (statement as { name?: unknown } | null)?.name;
}

function textOf(statement: unknown): string {
  if (typeof statement === "string") return statement;
  return String((statement as { text?: unknown } | null)?.text ?? "");
}

function backendOf(client: pg.Client): number {
  return (client as unknown as { processID: number | null }).processID ?? 0;
}

/** Rejects what waits on the connection; the pool then opens another. */
function close(client: pg.Client, reason: string): void {
  client.connection.stream.destroy(new DatabaseSilent(reason));
}

/** Closes the connection to a server that takes no writes: a new one may lead to the primary. */
function closeReadOnly(client: pg.Client, error: unknown): void {
  if ((error as { code?: unknown }).code === readOnly) close(client, "the server is read-only");
}

/** Properties that `pg` does not declare. */
interface Backend {
  host: string;
  port: number;
  ssl: unknown;
  processID: number;
  secretKey: number;
}
interface CancelConnection {
  on(event: "connect" | "sslconnect" | "error", listener: () => void): void;
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
  stream: { destroy(): void };
}

/**
 * Asks the server, over a connection of its own, to cancel what it does for `client` (PostgreSQL's cancel request,
 * which poolers forward). Returns what gives up asking.
 */
function sendCancel(client: pg.PoolClient): () => void {
  const { host, port, ssl, processID, secretKey } = client as unknown as Backend;
  const connection = new pg.Connection({ ssl } as pg.ConnectionConfig) as unknown as CancelConnection;
  const cancel = () => connection.cancel(processID, secretKey);
  connection.on("error", () => {});
  connection.on("connect", () => (ssl ? connection.requestSsl() : cancel()));
  connection.on("sslconnect", cancel);
  if (host.startsWith("/")) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
  return () => connection.stream.destroy();
}

/** Calls `run` when the current request has no time left. Returns what prevents that. */
function callWhenOverdue(run: () => void): () => void {
  const left = remainingMs();
  if (left === Number.POSITIVE_INFINITY) return () => {};
  const timer = setTimeout(run, left);
  return () => clearTimeout(timer);
}

/** Returns a client with a time limit for connecting, in milliseconds. */
function clientWithin(connectionTimeoutMillis: number) {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis });
    }
  };
}

function isConnectTimeout(error: Error): boolean {
  return error.message === "timeout expired";
}
