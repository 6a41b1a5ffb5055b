import { type Kysely, sql } from "kysely";

const constraints = ["videos_video_type_check", "videos_check1", "videos_lesson_count_check"];

/** Checks the present videos against the constraints of the migration before, without stopping purchases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of constraints)
    await sql`ALTER TABLE videos VALIDATE CONSTRAINT ${sql.raw(name)}`.execute(db);
}

/** The constraints are dropped by the migration before. */
export async function down(): Promise<void> {}
