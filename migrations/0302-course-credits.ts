import { type Kysely, sql } from "kysely";

/**
 * Who owns lessons pays the rest of their course (docs/decisions/0191-who-owns-lessons-pays-the-rest.md). What counts
 * is frozen with the sale of the course in `sale_credits`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- amount_cents: 0 where the price was reached before.
CREATE TABLE sale_credits (
  sale_id uuid NOT NULL REFERENCES sales ON DELETE CASCADE,
  credited_sale_id uuid NOT NULL REFERENCES sales ON DELETE CASCADE,
  amount_cents integer NOT NULL CHECK (amount_cents >= 0),
  PRIMARY KEY (sale_id, credited_sale_id),
  CONSTRAINT sale_credits_other_check CHECK (sale_id <> credited_sale_id)
);
CREATE INDEX sale_credits_credited_idx ON sale_credits (credited_sale_id);
CREATE TRIGGER sale_credits_frozen BEFORE UPDATE ON sale_credits FOR EACH ROW EXECUTE FUNCTION refuse_frozen();

-- What a person paid for the present lessons of a course and did not get back.
CREATE FUNCTION course_credits(buyer uuid, course uuid) RETURNS TABLE (sale_id uuid, video_id uuid, amount_cents integer)
LANGUAGE sql STABLE AS $$
  SELECT s.id, s.video_id, (s.amount_cents
    - coalesce((SELECT sum(amount_cents) FROM refunds WHERE refunds.sale_id = s.id
        AND status IN ('requested', 'pending', 'succeeded')), 0)
    - coalesce((SELECT sum(amount_cents) FROM disputes WHERE disputes.sale_id = s.id AND status = 'lost'), 0))::integer
  FROM course_lessons l JOIN videos c ON c.id = l.course_id
    JOIN sales s ON s.video_id = l.video_id AND s.currency = c.currency
  WHERE l.course_id = course AND l.removed_at IS NULL AND s.consumer_id = buyer AND s.status = 'completed'
    AND NOT s.duplicate
  ORDER BY 3 DESC, 1
$$;

-- The sale of a course that is paid, and covers a sale of one of its lessons without having counted it.
CREATE FUNCTION is_covered(lesson_sale uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM sales s JOIN course_lessons l ON l.video_id = s.video_id
      JOIN sales c ON c.video_id = l.course_id AND c.consumer_id = s.consumer_id
    WHERE s.id = lesson_sale AND c.paid_at IS NOT NULL AND NOT c.duplicate AND c.status IN ('completed', 'disputed')
      AND c.rebuilt_at IS NULL AND l.added_at <= c.created_at AND (l.removed_at IS NULL OR c.created_at < l.removed_at)
      AND NOT EXISTS (SELECT FROM sale_credits WHERE sale_id = c.id AND credited_sale_id = s.id))
$$;
`)
    .execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
DROP FUNCTION is_covered(uuid);
DROP FUNCTION course_credits(uuid, uuid);
DROP TABLE sale_credits;
`)
    .execute(db);
}
