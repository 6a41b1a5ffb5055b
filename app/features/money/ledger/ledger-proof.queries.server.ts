import { type RawBuilder, sql } from "kysely";
import type { Day, EarningDay } from "~/i18n/days";
import type { Database, Db } from "~/platform/db.server";

export interface Violation {
  what: string;
  id: string;
  off_by_cents: number;
}

/**
 * Returns the violations since the last proof without any (`ledger_prove`, migrations/0012-ledger-proof.ts), which
 * moves the checkpoint. Throws if another proof is running, or the checkpoint is of another database.
 */
export async function proveNewEntries(db: Database): Promise<Violation[]> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (trx) => (await sql<Violation>`SELECT * FROM ledger_prove(false)`.execute(trx)).rows);
}

/**
 * Proves the whole ledger in a second way and returns at most 500 differences (`ledger_audit`,
 * migrations/0013-ledger-audit.ts). Takes minutes in a large ledger: `db` must wait. `storedAnchors`: the file store's
 * lines, whose days must be the same here.
 */
export async function auditAll(db: Database, storedAnchors: readonly string[]): Promise<Violation[]> {
  return db.transaction().execute(async (trx) => {
    await sql`SELECT set_config('statement_timeout', ${auditLimit}, true),
      set_config('ledger.stored_anchors', ${storedAnchors.join("\n")}, true)`.execute(trx);
    return (await sql<Violation>`SELECT * FROM ledger_run_audit()`.execute(trx)).rows;
  });
}

const auditLimit = "30min";

export async function listAuditFindings(db: Db): Promise<Violation[]> {
  return db
    .selectFrom("ledger_proof_findings")
    .select(["what", "subject as id", "off_by_cents"])
    .orderBy("what")
    .orderBy("subject")
    .execute();
}

export async function beginProof(
  db: Db,
  { independent, now }: { independent: boolean; now: Date },
): Promise<number> {
  const { id } = await db
    .insertInto("ledger_proofs")
    .values({ whole: independent, independent, started_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function failProof(
  db: Db,
  id: number,
  { failure, now }: { failure: string; now: Date },
): Promise<void> {
  await db
    .updateTable("ledger_proofs")
    .set({ finished_at: now, failure: failure.slice(0, 500) })
    .where("id", "=", id)
    .execute();
}

/** `complete` and `audit`: the newest that finished; `whole`: the newest such proof of the whole ledger. */
export async function findLastProofs(db: Db) {
  const all = db.selectFrom("ledger_proofs").selectAll().orderBy("id", "desc").limit(1);
  const proofs = all.where("independent", "=", false);
  const audits = all.where("independent", "=", true);
  const complete = proofs.where("violations", "is not", null);
  return {
    last: await proofs.executeTakeFirst(),
    complete: await complete.executeTakeFirst(),
    whole: await complete.where("whole", "=", true).executeTakeFirst(),
    lastAudit: await audits.executeTakeFirst(),
    audit: await audits.where("violations", "is not", null).executeTakeFirst(),
  };
}

export interface Anchor {
  /** In São Paulo. */
  day: string;
  lastEntry: number;
  lines: number;
  root: string;
  /** Last entry of the audit log, and hash of its entries since the anchor before; null before both. */
  lastAudit: number | null;
  auditRoot: string | null;
  chain: string;
}

/**
 * Closes the day, once, and hashes new entries of the ledger (migrations/0011-ledger.ts) and the audit log
 * (migrations/0017-money-states.ts). Throws if a transaction that posts does not end within two seconds.
 */
export async function anchorDay(db: Db): Promise<void> {
  await sql`SELECT ledger_close_day()`.execute(db);
  await sql`SELECT audit_close_day()`.execute(db);
  await sql`SELECT ledger_seal_days()`.execute(db);
}

export async function listAnchors(db: Db): Promise<Anchor[]> {
  const { rows } = await sql<Anchor>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, last_entry AS "lastEntry", lines, root,
      last_audit AS "lastAudit", audit_root AS "auditRoot", chain
    FROM ledger_anchors WHERE chain IS NOT NULL ORDER BY day`.execute(db);
  return rows;
}

export async function findNewestAnchor(db: Db): Promise<{ day: string; chain: string } | undefined> {
  const { rows } = await sql<{ day: string; chain: string }>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, chain FROM ledger_anchors WHERE chain IS NOT NULL
    ORDER BY ledger_anchors.day DESC LIMIT 1`.execute(db);
  return rows[0];
}

/** Days whose entries differ from their anchor. Reads the whole ledger and audit log. */
export async function listChangedDays(db: Db): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    SELECT DISTINCT to_char(day, 'YYYY-MM-DD') AS day FROM ledger_check_anchors() WHERE NOT is_same ORDER BY 1`.execute(
    db,
  );
  return rows.map(({ day }) => day);
}

/** Newest first, with today, by the clock that dates anchors. */
export async function listLatestDays(db: Db, count: number): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    SELECT to_char((now() AT TIME ZONE 'America/Sao_Paulo')::date - back, 'YYYY-MM-DD') AS day
    FROM generate_series(0, ${count}::int) AS back ORDER BY 1 DESC`.execute(db);
  return rows.map(({ day }) => day);
}

/**
 * Goodwill in BRL, credits to creators negative: no revenue, but in the running totals. Adjustments are few, so their
 * lines are read one by one.
 */
const goodwill: RawBuilder<unknown> = sql`(
  SELECT (line.created_at AT TIME ZONE 'America/Sao_Paulo')::date AS day, line.amount_cents AS cents
  FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id
  WHERE entry.adjustment_id IS NOT NULL AND line.account = 'goodwill' AND line.currency = 'BRL')`;

/**
 * Revenue by day in São Paulo, in cents of BRL; refunds count on their own day. Omits empty days. Reads running totals
 * (migrations/0011-ledger.ts): a few rows a day.
 */
export async function sumRevenueByDay(db: Db, { since }: { since: Day }): Promise<EarningDay[]> {
  const { rows } = await sql<EarningDay>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(cents)::bigint AS cents, sum(sales)::bigint AS sales
    FROM (
      SELECT day, platform_cents + creators_cents AS cents, sales FROM ledger_days WHERE currency = 'BRL'
      UNION ALL SELECT day, cents, 0 FROM ${goodwill} AS given
    ) AS part WHERE day >= ${since}::date GROUP BY part.day ORDER BY part.day`.execute(db);
  return rows;
}

interface Revenue {
  revenueCents: number;
  platformFeeCents: number;
  adjustedCents: number;
}

/**
 * Revenue less refunds, and the platform's part of it, in cents of BRL, both without adjustments of balances
 * (`adjustedCents`, negative for credits).
 */
export const revenue = sql<Revenue>`(
  SELECT (coalesce(sum(platform_cents + creators_cents), 0) + min(given.cents))::bigint AS "revenueCents",
    coalesce(sum(platform_cents), 0)::bigint AS "platformFeeCents", min(given.cents)::bigint AS "adjustedCents"
  FROM (SELECT coalesce(sum(cents), 0) AS cents FROM ${goodwill} AS each_line) AS given
    LEFT JOIN ledger_days ON ledger_days.currency = 'BRL')`;

/** True if the connection's role owns the lines, is a member of the owner, or superuser. */
export async function mayRewriteLedger(db: Db): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    SELECT rolsuper OR pg_has_role(current_user, relowner, 'MEMBER')
      OR has_table_privilege('ledger_lines', 'UPDATE') AS may
    FROM pg_roles, pg_class
    WHERE rolname = current_user AND pg_class.oid = 'ledger_lines'::regclass`.execute(db);
  return rows[0]?.may ?? false;
}
