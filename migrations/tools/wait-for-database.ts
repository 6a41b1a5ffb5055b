import pg from "pg";
import { MigrationRefused } from "./migration-refused.js";

/** Codes of a database that is away or still starting: Node's, and PostgreSQL's classes 08 and 57P. */
const awayCodes =
  /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN|EPIPE|08\w{3}|57P0[123])$/;

interface Patience {
  /** Called once, with the reason, when the database is found away. */
  onWait: (reason: string) => void;
  waitMs?: number;
  pauseMs?: number;
}

/**
 * Resolves when the database takes connections. Rejects with `MigrationRefused` after `waitMs`, one minute unless given,
 * and at once with any other refusal, such as a wrong password.
 */
export async function waitForDatabase(
  databaseUrl: string,
  { onWait, waitMs = 60_000, pauseMs = 500 }: Patience,
): Promise<void> {
  const end = performance.now() + waitMs;
  for (let waiting = false; ; waiting = true) {
    const reason = await tryToConnect(databaseUrl);
    if (reason === undefined) return;
    if (performance.now() >= end) throw new MigrationRefused(`The database does not answer (${reason}).`);
    if (!waiting) onWait(reason);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Returns why the database is away, or undefined. */
async function tryToConnect(connectionString: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.end();
    return undefined;
  } catch (error) {
    const reason = awayReason(error);
    if (reason === undefined) throw error;
    return reason;
  }
}

function awayReason(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // Both addresses of "localhost", each with its own error.
  if (error instanceof AggregateError) return awayReason(error.errors[0]);
  const { code } = error as { code?: unknown };
  if (typeof code === "string") return awayCodes.test(code) ? code : undefined;
  return /timeout expired|Connection terminated/.test(error.message) ? "no answer" : undefined;
}
