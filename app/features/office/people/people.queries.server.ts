import { sql } from "kysely";
import { hasAdminRole, hasOtherAdmin } from "~/features/base/accounts/accounts.queries.server";
import { type ListSpan, wholeSpan } from "~/features/base/form-fields/date-span";
import { readSpan } from "~/features/base/form-fields/days.queries.server";
import { decidePeopleSearch } from "~/features/base/form-fields/people-search";
import type { Account } from "~/features/money/ledger/movement-position";
import type { People } from "~/features/office/exports/export-columns";
import type { Currency } from "~/i18n/money";
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
  span?: ListSpan | undefined;
  after?: Cursor | undefined;
}

const nobody: Page<never> = { rows: [], next: undefined };

const suspended = (table: "creator_profiles" | "consumer_profiles") =>
  sql<boolean>`EXISTS (SELECT FROM users WHERE users.id = ${sql.ref(`${table}.user_id`)}
    AND users.suspended_at IS NOT NULL)`.as("suspended");

/** `held_until`: of changed payout details. Empty for a search that is too short. */
export async function listCreators(db: Db, query: PeopleQuery, now: Date) {
  const match = readPeople("creators", query);
  if (!match) return nobody;
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
    .where(match.condition)
    .orderBy(match.order)
    .limit(peoplePerPage + 1)
    .execute();
  return toPage(rows, peoplePerPage);
}

export async function listConsumers(db: Db, query: PeopleQuery) {
  const match = readPeople("consumers", query);
  if (!match) return nobody;
  const rows = await db
    .selectFrom("consumer_profiles")
    .select(consumerColumns)
    .select(suspended("consumer_profiles"))
    .where(match.condition)
    .orderBy(match.order)
    .limit(peoplePerPage + 1)
    .execute();
  return toPage(rows, peoplePerPage);
}

const tables = { creators: "creator_profiles", consumers: "consumer_profiles" } as const satisfies Record<
  People,
  string
>;

/** Undefined if nobody can match. */
function readPeople(people: People, { search = "", span = wholeSpan, after }: PeopleQuery) {
  const match = decidePeopleSearch(search);
  if (match.by === "tooShort") return undefined;
  const { condition, order } = readSpan(tables[people], span, after);
  if (match.by === "nothing") return { condition, order };
  return { condition: sql<boolean>`search_text LIKE fold_text(${match.pattern}) AND ${condition}`, order };
}

/** Undefined if nobody can match. */
export function selectFoundPeople(db: Db, people: People, query: PeopleQuery & { limit: number }) {
  const match = readPeople(people, query);
  return (
    match &&
    db.selectFrom(tables[people]).selectAll().where(match.condition).orderBy(match.order).limit(query.limit)
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

/** Includes suspended and unpublished videos. */
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

const maxGrants = 50;

/** Newest first, lessons by their course; includes ended ones. */
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

/** Serializes changes to rights, and making the first administrator (migrations/0002-accounts.ts). */
export async function lockAdmins(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('ensure_first_admin'))`.execute(db);
}

/** Only administrators make administrators, so the last one keeps the role. Hold `lockAdmins` meanwhile. */
export async function isLastAdmin(db: Db, userId: string): Promise<boolean> {
  return (await hasAdminRole(db, userId)) && !(await hasOtherAdmin(db, userId));
}
