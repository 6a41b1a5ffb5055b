import { type Kysely, sql } from "kysely";

/** When a sale was made again from its checkout at the provider; null for every other sale. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sales ADD rebuilt_at timestamptz(3)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE sales DROP rebuilt_at`.execute(db);
}
