/**
 * What is personal is refused for an erased account by a trigger (migrations/0015-erased-accounts.ts), on every table
 * that a person's own requests write.
 */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { deletedRows } from "~/features/entrance/privacy/deleted-on-erasure";
import { type ClassifiedColumn, isPersonal, listClassifiedColumns } from "../../dev/classified-columns";
import { openTestDatabase } from "../support/test-database";

const db = await openTestDatabase();

/** Tables with personal data whose rows may be added for an erased account. */
const addedStill: Record<string, string> = {
  account_erasures: "the erasure itself: an erased account has its row",
  admin_grants: "written by a trigger of user_roles, which is guarded",
  creator_figures: "counts, written by triggers",
  creator_handles: "written by a trigger of creator_profiles, which is guarded",
  creator_students: "counts, written by triggers",
  dispute_answers: "administrators write it while the dispute is open, for which an erasure waits",
  declined_invitations: "a hash of an address, which needs no account",
  gifts: "written with its sale, which is guarded; who takes it is guarded",
  guest_invitations: "names an address, which needs no account; who takes it is guarded",
  ledger_adjustments: "the ledger goes on; administrators write it",
  ledger_balances: "the ledger goes on",
  ledger_lines: "the ledger goes on",
  ledger_proved_balances: "the ledger goes on",
  mails: "a mail to an erased account is not sent, and its row names nobody",
  payment_events: "the provider's; those of an erased buyer are emptied as they are settled",
  payments: "written with its sale, which is guarded",
  payout_batches:
    "administrators write it; payouts in it are guarded by the balance that an erasure waits for",
  payouts: "an erasure waits for the balance; what returns is written by administrators",
  rate_limits: "hashed keys that expire",
  resumable_uploads: "belongs to a row of videos, which is guarded",
  sale_coupons: "written with its sale, which is guarded",
  sale_sources: "written with its sale, which is guarded",
  second_person_requests: "administrators write it; what is approved is guarded",
  retired_handles: "a digest that the erasure writes",
  release_rules: "administrators write it, about no account",
  smallest_payouts: "administrators write it, about no account",
  video_attachments: "locks its video first, and an erasure has deleted or hidden those of the account",
  video_captions: "locks its video first, and an erasure has deleted or hidden those of the account",
  unpublished_videos: "locks its video first, and an erasure has deleted those of the account",
  users: "a new account",
};

/** Columns of rows that an erasure keeps, which may be changed afterwards. */
const changedStill: Record<string, Record<string, string>> = {
  audit_entries: { "*": "append-only" },
  commission_invoices: { "*": "guarded by a trigger of its own" },
  creator_fees: { "*": "append-only" },
  creator_reserves: { "*": "append-only" },
  release_rules: { "*": "append-only" },
  consumer_profiles: { search_text: "derived" },
  creator_profiles: { search_text: "derived" },
  admin_grants: { "*": "ids of accounts" },
  dispute_answers: {
    texts: "changed only while the dispute is open, for which an erasure waits",
    files: "changed only while the dispute is open, for which an erasure waits",
  },
  declined_invitations: { "*": "append-only" },
  gifts: { email: "the receiver's", message: "only emptied" },
  guest_invitations: { email: "only emptied", taken_by: "guarded by a trigger of its own" },
  refunds: { "*": "an erasure waits for open ones; later changes are the provider's or administrators'" },
  sales: { "*": "an erasure waits for open ones; later changes are the provider's" },
  second_factor_removals: { "*": "deleted with the second factor" },
  smallest_payouts: { "*": "append-only" },
  user_roles: { "*": "never changed" },
  videos: {
    creator_plain: "derived",
    title_plain: "derived",
    title_grams: "derived",
    search_words: "derived",
    ...Object.fromEntries(
      [
        "file_name",
        "thumbnail_url",
        "video_url",
        "replaced_url",
        "cloudflare_video_id",
        "youtube_url",
        "preview_key",
        "preview_clip",
        "preview_source",
        "preview_youtube_id",
      ].map((column) => [column, "files that stay for buyers; jobs change them"]),
    ),
  },
};

/** Rows that an erasure deletes; a change of one that is gone changes nothing. */
const deleted = new Set<string>([...deletedRows.map(({ table }) => table), "data_exports", "share_pictures"]);

async function listGuards() {
  const { rows } = await sql<{ table: string; inserts: boolean; columns: string[] }>`
    SELECT relname AS table, bool_or(tgtype & 4 = 4) AS inserts, coalesce(array_agg(DISTINCT attname::text)
      FILTER (WHERE attname IS NOT NULL), '{}') AS columns
    FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid JOIN pg_proc ON pg_proc.oid = tgfoid
      LEFT JOIN pg_attribute ON attrelid = tgrelid AND attnum = ANY (tgattr::smallint[])
    WHERE proname = 'refuse_erased' AND tgenabled = 'O' GROUP BY relname`.execute(db);
  return new Map(rows.map((row) => [row.table, row]));
}

const { rows: classified } = await sql.raw<ClassifiedColumn>(listClassifiedColumns).execute(db);
const personal = classified.filter(isPersonal);

test("rows with personal data are guarded when they are added, or named here", async () => {
  const guards = await listGuards();
  const tables = new Set(personal.map(({ table }) => table));
  const unguarded = [...tables].filter((table) => !guards.get(table)?.inserts);
  expect(unguarded.sort()).toEqual(Object.keys(addedStill).sort());
});

test("personal columns of the rows that stay are guarded when they are changed, or named here", async () => {
  const guards = await listGuards();
  const unguarded = personal
    .filter(({ kind }) => kind !== "reference")
    .filter(({ table }) => table === "users" || (!(table in addedStill) && !deleted.has(table)))
    .filter(({ table, column }) => !guards.get(table)?.columns.includes(column))
    .filter(({ table, column }) => !changedStill[table]?.[column] && !changedStill[table]?.["*"])
    .map(({ table, column }) => `${table}.${column}`);
  expect(unguarded).toEqual([]);
});

test("every erased account is refused by its name, and no other", async () => {
  const { rows } = await sql<{ id: string; erased: boolean }>`
    INSERT INTO users (email, erased_at) VALUES ('gone@example.com', now()), ('here@example.com', NULL)
    RETURNING id, erased_at IS NOT NULL AS erased`.execute(db);
  const accept = (userId: string) =>
    sql`INSERT INTO terms_acceptances (user_id, version) VALUES (${userId}, '2026-01-01')`.execute(db);
  for (const { id, erased } of rows) {
    if (erased) await expect(accept(id)).rejects.toMatchObject({ constraint: "account_erased" });
    else await accept(id);
  }
});
