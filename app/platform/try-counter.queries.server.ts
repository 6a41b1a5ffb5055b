import { sql } from "kysely";
import type { Db } from "./db.server";

/** Milliseconds since 1970. */
interface Try {
  key: string;
  expire: number;
}

/** A window that ends later than a new one by more than this was written by a clock that was ahead. */
const clockSlackMs = 60_000;

/** Keys must differ. Rows are locked in the order of their keys, so that concurrent requests do not deadlock. */
export async function countTries(
  db: Db,
  tries: readonly Try[],
  now: number,
): Promise<{ key: string; points: number; expire: number }[]> {
  const keys = tries.map(({ key }) => key);
  const ends = tries.map(({ expire }) => expire);
  const over = sql`counted.expire <= ${now} OR counted.expire > excluded.expire + ${clockSlackMs}`;
  const { rows } = await sql<{ key: string; points: number; expire: number }>`
    INSERT INTO rate_limits AS counted (key, points, expire)
    SELECT key, 1, expire FROM unnest(${sql.val(keys)}::text[], ${sql.val(ends)}::bigint[]) AS tried (key, expire)
    ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN ${over} THEN 1 ELSE counted.points + 1 END,
      expire = CASE WHEN ${over} THEN excluded.expire ELSE counted.expire END
    RETURNING key, points, expire`.execute(db);
  return rows;
}

/** Ignores windows that are over: the next one must not get more tries. */
export async function returnTries(db: Db, keys: readonly string[], now: number): Promise<void> {
  await sql`
    WITH running AS (
      SELECT key FROM rate_limits WHERE key = ANY(${sql.val(keys)}::text[]) AND expire > ${now} ORDER BY key FOR UPDATE
    )
    UPDATE rate_limits SET points = GREATEST(points - 1, 0) FROM running WHERE rate_limits.key = running.key`.execute(
    db,
  );
}

/** Rows that a request is counting are left for the next time. */
export async function deleteEndedWindows(db: Db, now: number): Promise<void> {
  await sql`
    DELETE FROM rate_limits WHERE key IN (
      SELECT key FROM rate_limits WHERE expire < ${now} ORDER BY key FOR UPDATE SKIP LOCKED
    )`.execute(db);
}
