import { sql } from "kysely";
import { parseLogLine } from "~/features/base/form-fields/log-line";
import type { Db } from "~/platform/db.server";

const atATime = 1_000;

/** So that mails sent after the restored backup are not repeated; missing ones keep only their key. Returns the new ones. */
export async function recordSentMails(db: Db, mails: readonly LoggedMail[], now: Date): Promise<number> {
  let recorded = 0n;
  for (let from = 0; from < mails.length; from += atATime) {
    const page = mails.slice(from, from + atATime);
    const keys = page.map(({ key }) => key);
    const kinds = page.map(({ kind }) => kind);
    const { numAffectedRows } = await sql`
      INSERT INTO mails (kind, key, email, locale, status, ended_at)
      SELECT kind, key, '', 'pt', 'sent', ${now} FROM unnest(${kinds}::text[], ${keys}::text[]) AS sent (kind, key)
      ON CONFLICT (key) DO UPDATE SET status = 'sent', ended_at = excluded.ended_at
      WHERE mails.status = 'waiting'`.execute(db);
    recorded += numAffectedRows ?? 0n;
  }
  return Number(recorded);
}

interface LoggedMail {
  key: string;
  kind: string;
}

/** Reads sent mails from the server's log, each once. `message`: of the lines about sent mails. */
export function parseSentLines(log: string, message: string): LoggedMail[] {
  const sentMails = new Map<string, LoggedMail>();
  for (const line of log.split("\n")) {
    if (!line.includes(message)) continue;
    const { msg, mailKey: key, kind } = parseLogLine(line) ?? {};
    if (msg === message && isShort(key, 200) && isShort(kind, 40)) sentMails.set(key, { key, kind });
  }
  return [...sentMails.values()];
}

function isShort(value: unknown, max: number): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= max;
}
