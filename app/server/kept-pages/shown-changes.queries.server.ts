import pg from "pg";

/** The channel of the triggers that announce changes of what public pages show (migrations/0016-shown-pages.ts). */
const channel = "shown_pages";

/** All in milliseconds. */
export interface FollowLimits {
  /** Between checks of a connection on which nothing happens. */
  pingMs: number;
  /** A connection that does not answer within this time is lost. */
  answerMs: number;
  /** Before another attempt to connect. */
  retryMs: number;
}

const usualLimits: FollowLimits = { pingMs: 10_000, answerMs: 2_000, retryMs: 1_000 };

export interface ShownChanges {
  /** Whether notices of changes arrive. */
  readonly following: boolean;
  /** Resolves once `onChange` was called for everything committed before this call. Never rejects. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Listens, on a connection of its own, for changes of what public pages show. Calls `onChange` for each, and whenever
 * changes may have been missed: at the loss of the connection and when it is there again. `onProblem` gets the first
 * failure of a series.
 * `url`: a direct connection; through a pooler in transaction mode no notice arrives, which is reported and not
 * followed.
 */
export function followShownChanges(
  { url, onChange, onProblem }: { url: string; onChange: () => void; onProblem: (error: Error) => void },
  limits: Partial<FollowLimits> = {},
): ShownChanges {
  const { pingMs, answerMs, retryMs } = { ...usualLimits, ...limits };
  let current: pg.Client | undefined;
  let opening: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;
  let failing = false;

  function lose(client: pg.Client, error: Error): void {
    if (client !== current && client !== opening) return;
    current = undefined;
    opening = undefined;
    onChange();
    client.connection.stream.destroy();
    if (stopped) return;
    if (!failing) onProblem(error);
    failing = true;
    retry = setTimeout(connect, retryMs).unref();
  }

  async function connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: "sabia",
      connectionTimeoutMillis: 3_500,
      query_timeout: answerMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    opening = client;
    client.on("error", (error) => lose(client, error));
    client.on("end", () => lose(client, new Error("the connection for notices ended")));
    client.on("notification", onChange);
    try {
      await client.connect();
      const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
      const { processID } = client as unknown as { processID: number | null };
      if (rows[0]?.pid !== processID)
        throw new Error("notices need a direct connection: set DATABASE_DIRECT_URL");
      await client.query(`LISTEN ${channel}`);
      if (opening !== client) return;
      opening = undefined;
      current = client;
      failing = false;
      onChange();
    } catch (error) {
      lose(client, error as Error);
    }
  }

  /** The server sends notices of earlier commits before it answers a statement. */
  async function settle(): Promise<void> {
    const client = current;
    if (!client) return;
    try {
      await client.query("SELECT 1");
    } catch (error) {
      lose(client, error as Error);
    }
  }

  connect();
  const ping = setInterval(settle, pingMs).unref();
  return {
    get following() {
      return current !== undefined;
    },
    settle,
    async stop() {
      stopped = true;
      clearInterval(ping);
      clearTimeout(retry);
      const client = current;
      opening?.connection.stream.destroy();
      current = undefined;
      opening = undefined;
      await client?.end();
    },
  };
}
