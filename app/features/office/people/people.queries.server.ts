import { sql } from "kysely";
import { hasAdminRole, hasOtherAdmin } from "~/features/base/accounts/accounts.queries.server";
import { type ListSpan, wholeSpan } from "~/features/base/form-fields/date-span";
import { readSpan } from "~/features/base/form-fields/date-span.queries.server";
import { decidePeopleSearch } from "~/features/base/form-fields/people-search";
import type { Currency } from "~/features/base/money/money";
import type { Account } from "~/features/money/ledger/movement-position";
import type { People } from "~/features/office/exports/export-columns";
import type { Db } from "~/platform/db.server";
import { type Cursor, type Page, toPage } from "~/platform/keyset";

export const peoplePerPage = 20;

const creatorColumns = [
  "id",
  "user_id",
  "full_name",
  "email",
  "country",
  "payment_method",
  "pix_key",
  "bank_name",
  "bank_account_number",
  "bank_code",
  "bank_branch",
  "bank_holder_tax_id",
  "card_last4",
  "card_holder_name",
  "created_at",
] as const;

const consumerColumns = ["id", "user_id", "full_name", "email", "created_at"] as const;

export interface PeopleQuery {
  /** Part of the name or e-mail, ignoring case and accents. */
  search?: string | undefined;
  /** By registration date. */
  span?: ListSpan | undefined;
  after?: Cursor | undefined;
}

const nobody: Page<never> = { rows: [], next: undefined };

/** Column of a profile: whether its account is suspended. */
const suspended = (table: "creator_profiles" | "consumer_profiles") =>
  sql<boolean>`EXISTS (SELECT FROM users WHERE users.id = ${sql.ref(`${table}.user_id`)}
    AND users.suspended_at IS NOT NULL)`.as("suspended");

/**
 * Lists creators with whether they are suspended and until when a change of their payout details is held. Returns an
 * empty page for a search that is too short.
 */
export async function listCreators(db: Db, asked: PeopleQuery, now: Date) {
  const found = readPeople("creators", asked);
  if (!found) return nobody;
  const rows = await db
    .selectFrom("creator_profiles")
    .select(creatorColumns)
    .select(({ selectFrom }) => [
      suspended("creator_profiles"),
      selectFrom("payout_details_changes")
        .select("effective_at")
        .whereRef("creator_id", "=", "creator_profiles.user_id")
        .where("cancelled_at", "is", null)
        .where("effective_at", ">", now)
        .orderBy("payout_details_changes.id", "desc")
        .limit(1)
        .as("held_until"),
    ])
    .where(found.condition)
    .orderBy(found.order)
    .limit(peoplePerPage + 1)
    .execute();
  return toPage(rows, peoplePerPage);
}

export async function listConsumers(db: Db, asked: PeopleQuery) {
  const found = readPeople("consumers", asked);
  if (!found) return nobody;
  const rows = await db
    .selectFrom("consumer_profiles")
    .select(consumerColumns)
    .select(suspended("consumer_profiles"))
    .where(found.condition)
    .orderBy(found.order)
    .limit(peoplePerPage + 1)
    .execute();
  return toPage(rows, peoplePerPage);
}

const tables = { creators: "creator_profiles", consumers: "consumer_profiles" } as const satisfies Record<
  People,
  string
>;

/** Returns the conditions and the order, or undefined when nobody can match. */
function readPeople(people: People, { search = "", span = wholeSpan, after }: PeopleQuery) {
  const found = decidePeopleSearch(search);
  if (found.by === "tooShort") return undefined;
  const { condition, order } = readSpan(tables[people], span, after);
  if (found.by === "nothing") return { condition, order };
  return { condition: sql<boolean>`search_text LIKE fold_text(${found.pattern}) AND ${condition}`, order };
}

/** Selects all columns of the first `limit` people, or undefined when nobody can match. */
export function selectFoundPeople(db: Db, people: People, asked: PeopleQuery & { limit: number }) {
  const found = readPeople(people, asked);
  return (
    found &&
    db.selectFrom(tables[people]).selectAll().where(found.condition).orderBy(found.order).limit(asked.limit)
  );
}

export async function findCreator(db: Db, userId: string) {
  return db
    .selectFrom("creator_profiles")
    .select(creatorColumns)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

export async function findConsumer(db: Db, userId: string) {
  return db
    .selectFrom("consumer_profiles")
    .select(consumerColumns)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** In cents, from the ledger. */
export async function findAccountBalances(db: Db, creatorId: string) {
  return db
    .selectFrom("ledger_balances")
    .select(["account", "currency", "balance_cents"])
    .where("creator_id", "=", creatorId)
    .where("account", "in", ["creator", "creator_held", "in_transit", "paid_out"])
    .orderBy("currency")
    .orderBy("account")
    .$narrowType<{ account: Account; currency: Currency }>()
    .execute();
}

/** Includes videos that are suspended or not published. */
export async function listVideosOf(
  db: Db,
  { creatorId, after }: { creatorId: string; after?: Cursor | undefined },
) {
  const newest = readSpan("videos", wholeSpan, after);
  const rows = await db
    .selectFrom("videos")
    .leftJoin("video_streams", "video_streams.video_id", "videos.id")
    .leftJoin("conversions", "conversions.video_id", "videos.id")
    .select(["id", "title", "price_cents", "currency", "created_at", "published_at", "deleted_at"])
    .select(["suspended_at", "video_streams.state as stream", "conversions.state as conversion", "reason"])
    .where("creator_id", "=", creatorId)
    .where(newest.condition)
    .orderBy(newest.order)
    .limit(peoplePerPage + 1)
    .execute();
  return toPage(rows, peoplePerPage);
}

/** Includes unpaid purchases. */
export async function listPurchasesOf(db: Db, { consumerId, after }: { consumerId: string; after?: Cursor }) {
  let query = db
    .selectFrom("sales")
    .innerJoin("videos", "videos.id", "sales.video_id")
    .select([
      "sales.id",
      "videos.title",
      "sales.amount_cents",
      "sales.currency",
      "sales.status",
      "sales.created_at",
    ])
    .where("sales.consumer_id", "=", consumerId)
    .orderBy("sales.created_at", "desc")
    .orderBy("sales.id", "desc")
    .limit(peoplePerPage + 1);
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("sales.created_at", "sales.id"), "<", tuple(after.createdAt, after.id)),
    );
  }
  return toPage(await query.execute(), peoplePerPage);
}

/** How many grants of access the page of a person lists. */
const maxGrants = 50;

/** Lists the newest grants of access of a person, of lessons by their course, those that ended too. */
export async function listGrantsOf(db: Db, userId: string) {
  return db
    .selectFrom("access_grants")
    .innerJoin("videos", "videos.id", "product_id")
    .select(["access_grants.id", "title", "reason", "granted_at", "revoked_at", "revoke_reason"])
    .where("user_id", "=", userId)
    .orderBy("granted_at", "desc")
    .orderBy("access_grants.id", "desc")
    .limit(maxGrants)
    .execute();
}

/** The last administrator keeps the role, and the account: only administrators make administrators. */

/**
 * Serialises changes to accounts' rights, including the creation of the first administrator, which takes the same
 * lock (migrations/0002-accounts.ts).
 */
export async function lockAdmins(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('ensure_first_admin'))`.execute(db);
}

/** Returns whether nobody else is an administrator who may sign in. Hold `lockAdmins` until the role is gone. */
export async function isLastAdmin(db: Db, userId: string): Promise<boolean> {
  return (await hasAdminRole(db, userId)) && !(await hasOtherAdmin(db, userId));
}
