import { sql } from "kysely";
import type { Db } from "~/platform/db.server";
import { type Cursor, type Page, toPage } from "~/platform/keyset";

export async function findAccountState(db: Db, userId: string) {
  return selectState(db, userId).executeTakeFirst();
}

export async function lockAccount(db: Db, userId: string) {
  return selectState(db, userId).forNoKeyUpdate("users").executeTakeFirst();
}

function selectState(db: Db, userId: string) {
  return db
    .selectFrom("users")
    .select(({ exists, selectFrom }) => [
      "users.id",
      "users.email",
      "users.suspended_at",
      "users.email_verified_at",
      exists(
        selectFrom("user_roles")
          .select("user_roles.role")
          .whereRef("user_roles.user_id", "=", "users.id")
          .where("user_roles.role", "=", "admin"),
      ).as("is_admin"),
    ])
    .where("users.id", "=", userId);
}

/** `at`: null restores the account. */
export async function setSuspended(db: Db, userId: string, at: Date | null): Promise<void> {
  await db.updateTable("users").set({ suspended_at: at }).where("id", "=", userId).execute();
}

/** `requestId`: the approved request; undefined without one. */
export async function insertAdminRole(
  db: Db,
  grant: { userId: string; grantedBy: string; requestId: string | undefined; now: Date },
): Promise<void> {
  const { userId, grantedBy, requestId, now } = grant;
  await db
    .insertInto("user_roles")
    .values({
      user_id: userId,
      role: "admin",
      created_at: now,
      granted_by: grantedBy,
      request_id: requestId ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteAdminRole(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("user_roles").where("user_id", "=", userId).where("role", "=", "admin").execute();
}

const adminsPerPage = 50;

export async function listAdmins(
  db: Db,
  after: Cursor | undefined,
): Promise<Page<{ id: string; email: string; created_at: Date; suspended_at: Date | null }>> {
  const past = after
    ? sql<boolean>`(user_roles.created_at, users.id) < (${after.createdAt}, ${after.id})`
    : sql<boolean>`true`;
  const rows = await db
    .selectFrom("user_roles")
    .innerJoin("users", "users.id", "user_roles.user_id")
    .select(["users.id", "users.email", "user_roles.created_at", "users.suspended_at"])
    .where("user_roles.role", "=", "admin")
    .where(past)
    .orderBy("user_roles.created_at", "desc")
    .orderBy("users.id", "desc")
    .limit(adminsPerPage + 1)
    .execute();
  return toPage(rows, adminsPerPage);
}

/** Includes suspended videos. */
export async function findPublishedVideo(db: Db, videoId: string) {
  return selectPublished(db, videoId).executeTakeFirst();
}

/** A concurrent purchase comes first or finds the video suspended. */
export async function lockVideo(db: Db, videoId: string) {
  return selectPublished(db, videoId).forNoKeyUpdate().executeTakeFirst();
}

function selectPublished(db: Db, videoId: string) {
  return db
    .selectFrom("videos")
    .select(["id", "title", "creator_id", "suspended_at"])
    .where("id", "=", videoId)
    .where("published_at", "is not", null);
}

/** `at`: null restores the video. */
export async function setVideoSuspended(db: Db, videoId: string, at: Date | null): Promise<void> {
  await db.updateTable("videos").set({ suspended_at: at }).where("id", "=", videoId).execute();
}
