import { sql } from "kysely";
import type { Db } from "~/platform/db.server";

export interface Anchor {
  /** The day it was made, in São Paulo, as `2026-11-23`. */
  day: string;
  lastEntry: number;
  lines: number;
  root: string;
  /** The number of the last entry of the audit log, and the hash of those since the anchor before; null before both. */
  lastAudit: number | null;
  auditRoot: string | null;
  chain: string;
}

/**
 * Closes the day and hashes what was posted since the last one (migrations/0011-ledger.ts), and
 * the entries of the audit log (migrations/0017-money-states.ts). A day is anchored once.
 * Throws when a transaction that posts does not end within two seconds.
 */
export async function anchorDay(db: Db): Promise<void> {
  await sql`SELECT ledger_close_day()`.execute(db);
  await sql`SELECT audit_close_day()`.execute(db);
  await sql`SELECT ledger_seal_days()`.execute(db);
}

/** Returns all anchors, oldest first. */
export async function listAnchors(db: Db): Promise<Anchor[]> {
  const { rows } = await sql<Anchor>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, last_entry AS "lastEntry", lines, root,
      last_audit AS "lastAudit", audit_root AS "auditRoot", chain
    FROM ledger_anchors WHERE chain IS NOT NULL ORDER BY day`.execute(db);
  return rows;
}

/** Returns the newest anchor; undefined before the first. */
export async function findNewestAnchor(db: Db): Promise<{ day: string; chain: string } | undefined> {
  const { rows } = await sql<{ day: string; chain: string }>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, chain FROM ledger_anchors WHERE chain IS NOT NULL
    ORDER BY ledger_anchors.day DESC LIMIT 1`.execute(db);
  return rows[0];
}

/** Returns the days whose entries are no longer as they were made or anchored. Reads the whole ledger and audit log. */
export async function listChangedDays(db: Db): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    SELECT DISTINCT to_char(day, 'YYYY-MM-DD') AS day FROM ledger_check_anchors() WHERE NOT is_same ORDER BY 1`.execute(
    db,
  );
  return rows.map(({ day }) => day);
}

/** Returns today and the days before it, by the clock that dates anchors, newest first. */
export async function listLatestDays(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    SELECT to_char((now() AT TIME ZONE 'America/Sao_Paulo')::date - back, 'YYYY-MM-DD') AS day
    FROM generate_series(0, ${count}::int) AS back ORDER BY 1 DESC`.execute(db);
  return rows.map(({ day }) => day);
}
