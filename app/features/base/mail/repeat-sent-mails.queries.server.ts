import { sql } from "kysely";
import type { Db } from "~/platform/db.server";
import type { LoggedMail } from "./sent-lines";

/** Rows per statement. */
const atATime = 1_000;

/**
 * Records mails that were sent after the restored backup was made, so that they are not sent again: a waiting one ends
 * as `sent`; of one that the backup does not have, the key is kept without a recipient. Returns how many were new here.
 */
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
