import { type Kysely, sql } from "kysely";

/**
 * Adds the answers to disputes: deadline, evidence (texts by the provider's field names), and who submitted or accepted
 * them. A bank reads a single answer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE disputes ADD due_by timestamptz(3)`.execute(db);
  await sql`
    CREATE TABLE dispute_answers (
      dispute_id text PRIMARY KEY REFERENCES disputes ON DELETE RESTRICT,
      texts jsonb NOT NULL CHECK (jsonb_typeof(texts) = 'object' AND octet_length(texts::text) <= 700000),
      staged_by uuid NOT NULL REFERENCES users ON DELETE RESTRICT, staged_at timestamptz(3) NOT NULL,
      submitted_by uuid REFERENCES users ON DELETE RESTRICT, submitted_at timestamptz(3),
      accepted_by uuid REFERENCES users ON DELETE RESTRICT, accepted_at timestamptz(3),
      CONSTRAINT dispute_answers_submitted_check CHECK ((submitted_by IS NULL) = (submitted_at IS NULL)),
      CONSTRAINT dispute_answers_accepted_check CHECK ((accepted_by IS NULL) = (accepted_at IS NULL)),
      CONSTRAINT dispute_answers_one_end_check CHECK (submitted_at IS NULL OR accepted_at IS NULL)
    )`.execute(db);
  await sql`
    -- locks: the table holds a row for each dispute, far fewer than sales
    CREATE INDEX disputes_due_idx ON disputes (due_by) WHERE due_by IS NOT NULL AND status IN ('open', 'inquiry')`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX disputes_due_idx`.execute(db);
  await sql`DROP TABLE dispute_answers`.execute(db);
  await sql`ALTER TABLE disputes DROP COLUMN due_by`.execute(db);
}
