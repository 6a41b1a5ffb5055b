import { sql } from "kysely";
import { minimumPayoutCents } from "~/features/money/fees/minimum-payout";
import { erasedName } from "~/features/money/payees/masked-detail";
import type { Db } from "~/platform/db.server";
import { withoutPayee } from "./emptied-on-erasure.queries.server";

// Each function handles at most `limit` rows and returns how many it changed.
export async function emptyOldEvents(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE payment_events SET body = NULL, payload = '{}' WHERE id IN (
      SELECT id FROM payment_events
      WHERE settled_at IS NOT NULL AND (body IS NOT NULL OR payload <> '{}') AND received_at < ${before}
      ORDER BY received_at LIMIT ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

export async function deleteExpiredResets(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("password_resets")
    .where("token_hash", "in", (query) =>
      query.selectFrom("password_resets").select("token_hash").where("expires_at", "<", before).limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Counts from when a mail was sent or given up. */
export async function deleteOldMails(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("mails")
    .where("id", "in", (query) =>
      query.selectFrom("mails").select("id").where("ended_at", "<", before).orderBy("ended_at").limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function forgetOldGuests(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE guest_invitations SET email = NULL WHERE id IN (
      SELECT id FROM guest_invitations WHERE email IS NOT NULL AND created_at < ${before} LIMIT ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}

export async function forgetOldGifts(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE gifts SET email = NULL, message = NULL WHERE sale_id IN (
      SELECT sale_id FROM gifts JOIN sales ON sales.id = sale_id
      WHERE (email IS NOT NULL OR message IS NOT NULL) AND sales.created_at < ${before} LIMIT ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}

export async function deleteOldAccesses(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("video_accesses")
    .where("id", "in", (query) =>
      query
        .selectFrom("video_accesses")
        .select("id")
        .where("last_at", "<", before)
        .orderBy("last_at")
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Counts from the erasure. */
export async function deleteOldTaxIds(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE creator_profiles SET tax_id = NULL WHERE id IN (
      SELECT creator_profiles.id FROM creator_profiles JOIN users ON users.id = user_id
      WHERE erased_at < ${before} AND tax_id IS NOT NULL LIMIT ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** After six months without addresses and browsers, deleted after five years (migrations/0001-base.ts). */
export async function forgetOldAudit(db: Db, limit: number): Promise<number> {
  const { changed } = await db
    .selectNoFrom(({ fn, val }) =>
      fn<number>("audit_forget_old", [sql`${val(limit)}::integer`]).as("changed"),
    )
    .executeTakeFirstOrThrow();
  return changed;
}

/** Of erased creators to whom nothing is owed, once the bank can no longer return the transfers. */
export async function emptyOldPayees(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE payouts SET ${withoutPayee} WHERE id IN (
      SELECT payouts.id FROM payouts JOIN users ON users.id = creator_id
      WHERE erased_at IS NOT NULL AND payee_name <> ${erasedName}
        AND status <> 'prepared' AND NOT (status = 'paid' AND decided_at >= ${before})
        AND NOT EXISTS (
          SELECT FROM ledger_balances balance
          WHERE balance.creator_id = payouts.creator_id AND (
            (account = 'creator' AND balance_cents >= ${minimumPayoutCents}) OR (account = 'in_transit' AND balance_cents > 0)))
      LIMIT ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
