import { sql } from "kysely";
import type { Db } from "~/platform/db.server";

/** Selects the hash of an invitation's address; null once the address was forgotten. */
const invitedAddressHash = sql<Buffer | null>`invited_address_hash(guest_invitations.email)`;

const isDeclined = sql<boolean>`EXISTS (SELECT FROM declined_invitations
  WHERE address_hash = ${invitedAddressHash})`;

export async function hasDeclined(db: Db, addressHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom("declined_invitations")
    .select("address_hash")
    .where("address_hash", "=", addressHash)
    .executeTakeFirst();
  return row !== undefined;
}

export async function declineInvitations(
  db: Db,
  { addressHash, now }: { addressHash: Buffer; now: Date },
): Promise<void> {
  await db
    .insertInto("declined_invitations")
    .values({ address_hash: addressHash, declined_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

interface OwnProduct {
  creatorId: string;
  productId: string;
}

/** At most 50 of them are open or were taken. */
const listedInvitations = 100;

/** Nobody new gets a product that is deleted, or suspended itself or with its creator. */
const isClosed = sql<boolean>`(videos.deleted_at IS NOT NULL OR videos.suspended_at IS NOT NULL OR videos.creator_suspended)`;

/** Finds a product of a creator that is for sale, or was; undefined for another creator's. */
export async function findInvitingProduct(db: Db, { creatorId, productId }: OwnProduct) {
  return db
    .selectFrom("videos")
    .select(["id", "title", isClosed.as("is_closed")])
    .where("id", "=", productId)
    .where("creator_id", "=", creatorId)
    .where("published_at", "is not", null)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** Lists the invitations that are not revoked, newest first. */
export async function listInvitations(db: Db, { creatorId, productId }: OwnProduct) {
  return (
    db
      .selectFrom("guest_invitations")
      .innerJoin("videos", "videos.id", "product_id")
      .select(["guest_invitations.id", "email", "guest_invitations.created_at", "taken_at"])
      .select(isDeclined.as("is_declined"))
      .where("product_id", "=", productId)
      .where("videos.creator_id", "=", creatorId)
      .where("revoked_at", "is", null)
      .orderBy("guest_invitations.created_at", "desc")
      // Those sent together, by address.
      .orderBy("email")
      .orderBy("guest_invitations.id", "desc")
      .limit(listedInvitations)
      .execute()
  );
}

/** Locks a creator until the transaction ends. Returns whether their e-mail is confirmed. */
export async function lockInviter(trx: Db, creatorId: string): Promise<{ confirmed: boolean }> {
  const creator = await trx
    .selectFrom("users")
    .select("email_verified_at")
    .where("id", "=", creatorId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return { confirmed: creator.email_verified_at !== null };
}

/** Counts a product's guests, and invitations of its creator and of all since `since`, up to `most`. Locks: counts queue. */
export async function countInvitations(
  trx: Db,
  { creatorId, productId, since, most }: OwnProduct & { since: Date; most: number },
): Promise<{ guests: number; sent: number; all: number }> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('guest invitations'))`.execute(trx);
  const { rows } = await sql<{ guests: number; sent: number; all: number }>`
    SELECT (SELECT count(*)::int FROM guest_invitations
        WHERE product_id = ${productId} AND (revoked_at IS NULL OR taken_by IS NOT NULL)) AS guests,
      (SELECT count(*)::int FROM guest_invitations JOIN videos ON videos.id = product_id
        WHERE videos.creator_id = ${creatorId} AND guest_invitations.created_at > ${since}) AS sent,
      (SELECT count(*)::int FROM (
        SELECT FROM guest_invitations WHERE created_at > ${since} LIMIT ${most}) AS newest) AS all`.execute(
    trx,
  );
  return rows[0] ?? { guests: 0, sent: 0, all: 0 };
}

/** Returns the added ones, or the first address whose invitation was revoked: each is mailed once per product. */
export async function insertInvitations(
  trx: Db,
  { productId, emails, now }: { productId: string; emails: readonly string[]; now: Date },
): Promise<{ id: string; email: string | null }[] | { revoked: string }> {
  const known = await trx
    .selectFrom("guest_invitations")
    .select(({ fn }) => [fn<string>("lower", ["email"]).as("address"), "revoked_at"])
    .where("product_id", "=", productId)
    .where(({ eb, fn }) =>
      eb(
        fn<string>("lower", ["email"]),
        "in",
        emails.map((email) => email.toLowerCase()),
      ),
    )
    .execute();
  const open = new Set(known.flatMap(({ address, revoked_at }) => (revoked_at ? [] : address)));
  const fresh = emails.filter((email) => !open.has(email.toLowerCase()));
  const former = new Set(known.map(({ address }) => address));
  const revoked = fresh.find((email) => former.has(email.toLowerCase()));
  if (revoked !== undefined) return { revoked };
  if (fresh.length === 0) return [];
  return trx
    .insertInto("guest_invitations")
    .values(fresh.map((email) => ({ product_id: productId, email, created_at: now })))
    .returning(["id", "email"])
    .execute();
}

export async function revokeInvitation(
  db: Db,
  { creatorId, productId, id, now }: OwnProduct & { id: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("guest_invitations")
    .set({ revoked_at: now })
    .where("id", "=", id)
    .where("product_id", "=", productId)
    .where("revoked_at", "is", null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("videos")
          .select("id")
          .where("videos.id", "=", productId)
          .where("creator_id", "=", creatorId),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const invitationColumns = [
  "guest_invitations.id",
  "guest_invitations.product_id",
  "guest_invitations.taken_by",
  "guest_invitations.revoked_at",
  "videos.title",
  "videos.lesson_count",
  "videos.thumbnail_url",
  "videos.creator_id",
  isClosed.as("is_closed"),
  isDeclined.as("is_declined"),
  invitedAddressHash.as("address_hash"),
  "creator_profiles.full_name as creator_name",
] as const;

export async function findInvitation(db: Db, id: string) {
  return db
    .selectFrom("guest_invitations")
    .innerJoin("videos", "videos.id", "product_id")
    .leftJoin("creator_profiles", "creator_profiles.user_id", "videos.creator_id")
    .select(invitationColumns)
    .where("guest_invitations.id", "=", id)
    .executeTakeFirst();
}

/** Locks an invitation: of two simultaneous accounts the second sees what the first did. */
export async function lockInvitation(trx: Db, id: string) {
  return trx
    .selectFrom("guest_invitations")
    .innerJoin("videos", "videos.id", "product_id")
    .select([
      "guest_invitations.id",
      "product_id",
      "taken_by",
      "revoked_at",
      "videos.creator_id",
      isClosed.as("is_closed"),
    ])
    .where("guest_invitations.id", "=", id)
    .forUpdate("guest_invitations")
    .executeTakeFirst();
}

export async function takeInvitation(
  trx: Db,
  { id, userId, now }: { id: string; userId: string; now: Date },
) {
  await trx
    .updateTable("guest_invitations")
    .set({ taken_by: userId, taken_at: now })
    .where("id", "=", id)
    .where("taken_by", "is", null)
    .where("revoked_at", "is", null)
    .execute();
}
