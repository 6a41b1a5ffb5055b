import { type Kysely, sql } from "kysely";

/** Which optional mails a person wants, where that is not the usual choice of the group. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE mail_choices (
      user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      choice text NOT NULL CHECK (length(choice) BETWEEN 1 AND 40),
      value text NOT NULL CHECK (value IN ('each', 'daily', 'none')),
      PRIMARY KEY (user_id, choice)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE mail_choices`.execute(db);
}
