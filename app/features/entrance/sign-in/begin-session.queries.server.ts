import { sql } from "kysely";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import { type NewSession, selectsSession, startingSession } from "~/platform/session/session.queries.server";

/**
 * Stores a new session, and with it ends another one and stores the language of the person's mails, in one statement.
 * Returns false when the password was changed while it was being checked, or the account was erased. `ends`: the id of
 * the other session; `locale`: undefined to keep the language.
 */
export async function beginSession(
  db: Db,
  session: NewSession,
  { ends, locale }: { ends?: string | undefined; locale?: Locale | undefined } = {},
): Promise<boolean> {
  const { rows } = await sql<{ begun: boolean }>`
    WITH begun AS (${startingSession(db, session).returning("user_id")}),
    ended AS (
      DELETE FROM sessions WHERE ${selectsSession(ends ?? "", session.now)} AND EXISTS (SELECT FROM begun)
    ), spoken AS (
      UPDATE users SET locale = ${locale ?? null} FROM begun
      WHERE users.id = begun.user_id AND users.locale <> ${locale ?? null}
    )
    SELECT EXISTS (SELECT FROM begun) AS begun`.execute(db);
  return rows[0]?.begun === true;
}
