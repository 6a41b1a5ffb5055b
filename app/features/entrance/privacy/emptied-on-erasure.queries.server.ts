import { sql } from "kysely";
import { erasedName } from "~/features/money/payees/masked-detail";
import { noDestination } from "~/features/money/payees/payee";
import { isFileReceived } from "~/features/studio/deletion/delete-video.queries.server";
import type { Db } from "~/platform/db.server";
import { type deletedRows, erasedEmail, erasedHandle } from "./deleted-on-erasure";
import { daysBefore, payeeDays } from "./retention";

const rowsPerStep = 500;

/** Undefined once the account is erased. */
export async function findIdentity(db: Db, userId: string) {
  return db
    .selectFrom("users")
    .leftJoin("consumer_profiles", "consumer_profiles.user_id", "users.id")
    .leftJoin("creator_profiles", "creator_profiles.user_id", "users.id")
    .select([
      "users.email",
      "google_name",
      "consumer_profiles.full_name as consumer_name",
      "consumer_profiles.email as consumer_email",
      "creator_profiles.full_name as creator_name",
      "creator_profiles.email as creator_email",
      "creator_profiles.card_holder_name",
      "creator_profiles.pix_key",
      "creator_profiles.bank_account_number",
      "creator_profiles.bank_holder_tax_id",
      "creator_profiles.portrait_key",
    ])
    .where("users.id", "=", userId)
    .where("erased_at", "is", null)
    .executeTakeFirst();
}

/** Locks an account, so that no rows are added to it. Profiles first, in the order of a profile change. */
export async function lockForErasure(trx: Db, userId: string): Promise<{ portraitKey: string | null }> {
  const profile = await trx
    .selectFrom("creator_profiles")
    .select("portrait_key")
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  await trx
    .selectFrom("consumer_profiles")
    .select("id")
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  await trx.selectFrom("users").select("id").where("id", "=", userId).forUpdate().execute();
  return { portraitKey: profile?.portrait_key ?? null };
}

/** Returns whether an entry added after `eraseFromAudit` names the person. */
export async function isNamedInAudit(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ named: boolean }>`
    SELECT EXISTS (SELECT FROM audit_entries WHERE (actor_id = ${userId}::uuid AND actor_email <> ${erasedName})
      OR (target_id = ${userId} AND target_label <> target_id)) AS named`.execute(db);
  return rows[0]?.named === true;
}

/** Closed uploads cannot be published, and their files are swept. */
export async function closeUploads(trx: Db, { userId, now }: { userId: string; now: Date }): Promise<void> {
  await trx
    .updateTable("videos")
    .set((eb) => ({
      deleted_at: eb.fn.coalesce("deleted_at", eb.val(now)),
      title: erasedName,
      description: "",
      outcomes: [],
      file_name: null,
    }))
    .where("creator_id", "=", userId)
    .where(({ not }) => not(isFileReceived()))
    .execute();
}

/** Lists former e-mails, names and payout destinations, without e-mails that now belong to another account. */
export async function listFormerIdentity(
  db: Db,
  userId: string,
): Promise<{ emails: string[]; names: string[]; destinations: string[] }> {
  const { rows } = await sql<{ kind: "email" | "name" | "destination"; text: string }>`
    WITH changed AS (
      SELECT details FROM payout_details_changes, unnest(ARRAY[replaced, chosen]) AS details WHERE creator_id = ${userId}
    )
    SELECT DISTINCT kind, text FROM (
      SELECT 'email' AS kind, actor_email AS text FROM audit_entries WHERE actor_id = ${userId}
      UNION ALL SELECT 'email', unnest(ARRAY[email, sent_to]) FROM mails WHERE user_id = ${userId}
      UNION ALL SELECT 'email', unnest(ARRAY[email, replaces]) FROM email_confirmations WHERE user_id = ${userId}
      UNION ALL SELECT 'email', unnest(ARRAY[former_email, new_email]) FROM account_changes WHERE user_id = ${userId}
      UNION ALL SELECT 'name', unnest(ARRAY[payee_name, card_holder_name]) FROM payouts WHERE creator_id = ${userId}
      UNION ALL SELECT 'name', details ->> 'card_holder_name' FROM changed
      UNION ALL SELECT 'destination', unnest(ARRAY[pix_key, bank_account_number, bank_holder_tax_id])
        FROM payouts WHERE creator_id = ${userId}
      UNION ALL SELECT 'destination', unnest(ARRAY[details ->> 'pix_key', details ->> 'bank_account_number',
        details ->> 'bank_holder_tax_id']) FROM changed
    ) AS known
    WHERE text IS NOT NULL AND NOT (kind = 'email' AND EXISTS (
      SELECT FROM users WHERE lower(users.email) = lower(text) AND users.id <> ${userId}))`.execute(db);
  const listOf = (kind: string) => rows.filter((row) => row.kind === kind).map(({ text }) => text);
  return { emails: listOf("email"), names: listOf("name"), destinations: listOf("destination") };
}

// The functions below return how many rows they changed, up to 500: repeat until 0.
export async function deleteOwnRows(
  db: Db,
  { table, column }: (typeof deletedRows)[number],
  userId: string,
): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM ${sql.table(table)} WHERE ctid IN (
      SELECT ctid FROM ${sql.table(table)} WHERE ${sql.ref(column)} = ${userId} LIMIT ${rowsPerStep})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}

/** Locks the videos first, as every change of their stars does. */
export async function deleteReviews(db: Db, userId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    WITH reviewed AS MATERIALIZED (
      SELECT id FROM videos WHERE id IN (SELECT video_id FROM reviews WHERE author_id = ${userId} LIMIT ${rowsPerStep})
        ORDER BY video_type <> 'course', id FOR NO KEY UPDATE)
    DELETE FROM reviews WHERE author_id = ${userId} AND video_id IN (SELECT id FROM reviewed)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

export async function deleteReplies(db: Db, creatorId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE reviews SET reply = NULL, replied_at = NULL WHERE id IN (
      SELECT id FROM reviews WHERE creator_id = ${creatorId} AND reply IS NOT NULL LIMIT ${rowsPerStep})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}

/** Buyers keep the files. */
export async function forgetFileNames(db: Db, creatorId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE video_attachments SET name = 'Arquivo ' || position WHERE id IN (
      SELECT file.id FROM video_attachments file JOIN videos ON videos.id = file.video_id
      WHERE creator_id = ${creatorId} AND name <> 'Arquivo ' || file.position LIMIT ${rowsPerStep})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}

export async function emptyEventsOfSales(db: Db, userId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE payment_events SET body = NULL, payload = '{}' WHERE id IN (
      SELECT payment_events.id FROM payment_events JOIN sales ON sales.id = sale_id
      WHERE consumer_id = ${userId} AND settled_at IS NOT NULL AND (body IS NOT NULL OR payload <> '{}')
      LIMIT ${rowsPerStep})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/**
 * Empties those of the next 500 unlinked events that contain one of the texts or an id of the person's payments.
 * Returns the id of the last event read; undefined at the end.
 */
export async function emptyUnlinkedEvents(
  db: Db,
  { userId, texts, after }: { userId: string; texts: readonly string[]; after: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ last: string | null }>`
    WITH page AS (
      SELECT id, settled_at, lower(coalesce(payload::text, encode(body, 'escape'))) AS content FROM payment_events
      WHERE sale_id IS NULL AND id > ${after} ORDER BY id LIMIT ${rowsPerStep}
    ), wanted AS (
      SELECT lower(wanted) AS text FROM unnest(${texts}::text[]) AS wanted
      UNION SELECT lower(known) FROM sales JOIN payments ON payments.id = sales.payment_id, unnest(ARRAY[
          payments.provider_payment_id, payments.provider_charge_id, payments.provider_checkout_id]) AS known
        WHERE consumer_id = ${userId} AND known IS NOT NULL
    ), emptied AS (
      UPDATE payment_events SET body = NULL, payload = '{}' FROM page
      WHERE payment_events.id = page.id AND page.settled_at IS NOT NULL
        AND EXISTS (SELECT FROM wanted WHERE strpos(content, wanted.text) > 0)
      RETURNING payment_events.id
    )
    SELECT max(id) AS last FROM page`.execute(db);
  return rows[0]?.last ?? undefined;
}

export const withoutPayee = sql`payee_name = ${erasedName}, pix_key = NULL, bank_name = NULL, bank_account_number = NULL,
  bank_code = NULL, bank_branch = NULL, bank_holder_tax_id = NULL, card_last4 = NULL, card_holder_name = NULL,
  failure = CASE WHEN failure IS NOT NULL THEN ${erasedName} END,
  return_reason = CASE WHEN return_reason IS NOT NULL THEN ${erasedName} END`;

/** Payees of recent transfers stay, which the bank may still return; `emptyOldPayees` ends them. */
export async function emptyMoneyDetails(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  await db
    .updateTable("sales")
    .set({ checkout_url: null, awaiting_code: null, awaiting_voucher_url: null })
    .where("consumer_id", "=", userId)
    .execute();
  await db
    .updateTable("refunds")
    .set({ note: null, provider_message: null, pix_key: null, return_reason: null })
    .set(({ eb }) => ({
      no_key_reason: eb.case().when("no_key_reason", "is not", null).then(erasedName).end(),
    }))
    .where("sale_id", "in", (query) =>
      query.selectFrom("sales").select("sales.id").where("consumer_id", "=", userId),
    )
    .execute();
  await sql`
    UPDATE dispute_answers SET texts = '{}', files = '{}' WHERE dispute_id IN (
      SELECT disputes.id FROM disputes JOIN sales ON sales.id = sale_id WHERE consumer_id = ${userId})`.execute(
    db,
  );
  await sql`
    UPDATE payouts SET ${withoutPayee} WHERE creator_id = ${userId}
      AND NOT (status = 'paid' AND decided_at >= ${daysBefore(now, payeeDays)})`.execute(db);
  await db
    .updateTable("videos")
    .set({ file_name: null })
    .where("creator_id", "=", userId)
    .where("deleted_at", "is not", null)
    .execute();
}

/** Call it before the records that it finds the names by are gone. */
export async function eraseFromAudit(
  db: Db,
  { userId, texts }: { userId: string; texts: readonly string[] },
): Promise<void> {
  await sql`SELECT audit_erase_names(${userId}::uuid, ${texts}::text[])`.execute(db);
}

/** Empties the facts of mails to others about the person's purchases. */
export async function deleteMails(
  db: Db,
  { userId, emails }: { userId: string; emails: readonly string[] },
): Promise<void> {
  const lower = emails.map((email) => email.toLowerCase());
  await sql`
    DELETE FROM mails WHERE user_id = ${userId} OR (user_id IS NULL
      AND (lower(email) = ANY(${lower}) OR lower(sent_to) = ANY(${lower}) OR lower(facts ->> 'email') = ANY(${lower})
        OR facts ->> 'ownerId' = ${userId}))`.execute(db);
  await sql`
    UPDATE mails SET facts = '{}' WHERE facts <> '{}'
      AND sale_id IN (SELECT sales.id FROM sales WHERE consumer_id = ${userId})`.execute(db);
}

/** Gifts and invitations to the person, that they gave or took, or to their own products. */
export async function forgetGuests(
  db: Db,
  { userId, emails }: { userId: string; emails: readonly string[] },
): Promise<void> {
  const lower = emails.map((email) => email.toLowerCase());
  await sql`
    UPDATE gifts SET email = NULL, message = NULL WHERE (email IS NOT NULL OR message IS NOT NULL)
      AND (taken_by = ${userId} OR lower(email) = ANY(${lower})
        OR sale_id IN (SELECT id FROM sales WHERE consumer_id = ${userId}))`.execute(db);
  await sql`
    UPDATE guest_invitations SET email = NULL WHERE email IS NOT NULL AND (taken_by = ${userId}
      OR lower(email) = ANY(${lower}) OR product_id IN (SELECT id FROM videos WHERE creator_id = ${userId}))`.execute(
    db,
  );
}

/** Removes waiting jobs that name an address of the person, or the file of a deleted video. */
export async function deleteJobsFor(
  db: Db,
  { userId, emails }: { userId: string; emails: readonly string[] },
): Promise<void> {
  const lower = emails.map((email) => email.toLowerCase());
  await sql`
    DELETE FROM graphile_worker._private_jobs WHERE locked_at IS NULL AND (
      lower(payload ->> 'email') = ANY(${lower})
      OR (payload ->> 'userId' = ${userId} AND payload -> 'newEmail' IS NOT NULL)
      OR (payload ->> 'videoUrl' LIKE ${`${userId}/%`}
        AND NOT EXISTS (SELECT FROM videos WHERE videos.id::text = payload ->> 'videoId')))`.execute(db);
}

/** Of earlier handles only digests stay, so that nobody else can take them. */
export async function retireHandles(db: Db, userId: string): Promise<void> {
  const handle = erasedHandle(userId);
  await sql`
    INSERT INTO retired_handles (digest)
    SELECT encode(sha256(convert_to(handle, 'UTF8')), 'hex') FROM creator_handles
    WHERE creator_id = ${userId} AND handle <> ${handle} ON CONFLICT DO NOTHING`.execute(db);
  await db.updateTable("creator_profiles").set({ handle }).where("user_id", "=", userId).execute();
  await db
    .deleteFrom("creator_handles")
    .where("creator_id", "=", userId)
    .where("handle", "!=", handle)
    .execute();
}

/** At most 100. */
export async function listSharePictures(db: Db, creatorId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("share_pictures")
    .select("storage_key")
    .where("subject_id", "=", creatorId)
    .limit(100)
    .execute();
  return rows.map((row) => row.storage_key);
}

export async function eraseIdentity(db: Db, { userId, now }: { userId: string; now: Date }): Promise<void> {
  const name = { full_name: erasedName, email: erasedEmail(userId) };
  await db.updateTable("consumer_profiles").set(name).where("user_id", "=", userId).execute();
  await db
    .updateTable("creator_profiles")
    .set({
      ...name,
      country: erasedName,
      bio: "",
      links: [],
      portrait_key: null,
      ...noDestination,
    })
    .where("user_id", "=", userId)
    .execute();
  // Tax law requires the number of those who were paid (docs/decisions/0073); `deleteOldTaxIds` ends it.
  await sql`
    UPDATE creator_profiles SET tax_id = NULL WHERE user_id = ${userId}
      AND NOT EXISTS (SELECT FROM ledger_lines WHERE ledger_lines.creator_id = ${userId})`.execute(db);
  await db
    .updateTable("users")
    .set({
      email: name.email,
      password_hash: null,
      google_sub: null,
      google_name: null,
      email_verified_at: null,
      erased_at: now,
    })
    .where("id", "=", userId)
    .execute();
  await db.updateTable("account_erasures").set({ finished_at: now }).where("user_id", "=", userId).execute();
}
