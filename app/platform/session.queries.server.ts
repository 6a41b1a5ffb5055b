import type { Db } from "./db.server";
import { sessionAbsoluteDays, sessionIdleDays, sessionTouchMinutes } from "./session-rules";

const minute = 60_000;
const day = 24 * 60 * minute;

/** Who is behind a request, as one query finds them. */
export interface Viewer {
  userId: string;
  email: string;
  sessionIdHash: string;
  isAdmin: boolean;
  isCreator: boolean;
  isConsumer: boolean;
}

/** Stores a new session; `idHash` is the SHA-256 of the id in the cookie, in hex. */
export async function insertSession(
  db: Db,
  session: { idHash: string; userId: string; userAgent: string | null; now: Date },
): Promise<void> {
  await db
    .insertInto("sessions")
    .values({
      id_hash: session.idHash,
      user_id: session.userId,
      user_agent: session.userAgent?.slice(0, 300) ?? null,
      created_at: session.now,
      last_seen_at: session.now,
      expires_at: new Date(session.now.getTime() + sessionAbsoluteDays * day),
    })
    .execute();
}

/** Finds who a live session belongs to, with their roles; notes that it was used. */
export async function findViewer(db: Db, idHash: string, now: Date): Promise<Viewer | undefined> {
  const row = await db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select(({ exists, selectFrom }) => [
      "users.id",
      "users.email",
      "sessions.last_seen_at",
      exists(
        selectFrom("user_roles")
          .select("user_roles.role")
          .whereRef("user_roles.user_id", "=", "users.id")
          .where("user_roles.role", "=", "admin"),
      ).as("is_admin"),
      exists(
        selectFrom("creator_profiles")
          .select("creator_profiles.id")
          .whereRef("creator_profiles.user_id", "=", "users.id"),
      ).as("is_creator"),
      exists(
        selectFrom("consumer_profiles")
          .select("consumer_profiles.id")
          .whereRef("consumer_profiles.user_id", "=", "users.id"),
      ).as("is_consumer"),
    ])
    .where("sessions.id_hash", "=", idHash)
    // Whoever is suspended is nobody, also by a session that began in the very instant.
    .where("users.suspended_at", "is", null)
    .where("sessions.expires_at", ">", now)
    .where("sessions.last_seen_at", ">", new Date(now.getTime() - sessionIdleDays * day))
    .executeTakeFirst();
  if (!row) return undefined;
  if (now.getTime() - row.last_seen_at.getTime() > sessionTouchMinutes * minute) {
    await db.updateTable("sessions").set({ last_seen_at: now }).where("id_hash", "=", idHash).execute();
  }
  return {
    userId: row.id,
    email: row.email,
    sessionIdHash: idHash,
    isAdmin: Boolean(row.is_admin),
    isCreator: Boolean(row.is_creator),
    isConsumer: Boolean(row.is_consumer),
  };
}

/** Ends one session at once. Gives whose it was; undefined for an unknown one, which is ended already. */
export async function deleteSession(db: Db, idHash: string): Promise<string | undefined> {
  const ended = await db
    .deleteFrom("sessions")
    .where("id_hash", "=", idHash)
    .returning("user_id")
    .executeTakeFirst();
  return ended?.user_id;
}

/** Removes what has expired, at most `limit` rows; called now and then so that the table does not grow for ever. */
export async function deleteExpiredSessions(db: Db, now: Date, limit = 1000): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where("id_hash", "in", (query) =>
      query.selectFrom("sessions").select("id_hash").where("expires_at", "<=", now).limit(limit),
    )
    .execute();
}

/** Ends all of someone's sessions, but for one where it is named. Gives how many ended. */
export async function deleteUserSessions(db: Db, userId: string, exceptIdHash?: string): Promise<number> {
  let query = db.deleteFrom("sessions").where("user_id", "=", userId);
  if (exceptIdHash) query = query.where("id_hash", "!=", exceptIdHash);
  const { numDeletedRows } = await query.executeTakeFirst();
  return Number(numDeletedRows);
}

/** Lists where someone is signed in, the latest used first, at most fifty. */
export async function listUserSessions(db: Db, userId: string, now: Date) {
  return db
    .selectFrom("sessions")
    .select(["id_hash", "user_agent", "created_at", "last_seen_at"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .orderBy("last_seen_at", "desc")
    .limit(50)
    .execute();
}
