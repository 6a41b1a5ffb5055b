import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import type { DB } from "~/platform/schema";
import { formerIdMinutes, sessionAbsoluteDays, sessionIdleDays, sessionTouchMinutes } from "./cookies.server";

const minute = 60_000;
const day = 24 * 60 * minute;

export interface Viewer {
  userId: string;
  email: string;
  sessionIdHash: string;
  /** That before the last proof, if the browser has not used the new one yet. */
  sentIdHash: string;
  /** The last entry of the password, or another sign-in, in this session. */
  provedAt: Date;
  /** A proof after the sign-in, until it has added a passkey. */
  ownProofAt: Date | null;
  /** False for an account that signs in by Google or a passkey alone. */
  hasPassword: boolean;
  isAdmin: boolean;
  isCreator: boolean;
  isConsumer: boolean;
  acceptedTerms: string[];
}

interface NewSession {
  idHash: string;
  userId: string;
  passwordHash?: string;
  userAgent: string | null;
  now: Date;
}

/**
 * Stores a session unless the password was changed while it was being checked, or the account was erased: those
 * transactions lock the account's row, so the session is refused, or ended with the others. Takes the lock of an
 * update, which may follow: two sign-ins that share a lock and then both update the row would deadlock.
 */
function startingSession(db: Db, session: NewSession) {
  const row = {
    id_hash: session.idHash,
    user_agent: session.userAgent?.slice(0, 300) ?? null,
    created_at: session.now,
    last_seen_at: session.now,
    proved_at: session.now,
    expires_at: new Date(session.now.getTime() + sessionAbsoluteDays * day),
  };
  return db
    .insertInto("sessions")
    .columns(["user_id", "id_hash", "user_agent", "created_at", "last_seen_at", "proved_at", "expires_at"])
    .expression((from) => {
      const account = from
        .selectFrom("users")
        .select([
          "users.id",
          sql<string>`${row.id_hash}::text`.as("id_hash"),
          sql<string | null>`${row.user_agent}::text`.as("user_agent"),
          sql<Date>`${row.created_at}::timestamptz`.as("created_at"),
          sql<Date>`${row.last_seen_at}::timestamptz`.as("last_seen_at"),
          sql<Date>`${row.proved_at}::timestamptz`.as("proved_at"),
          sql<Date>`${row.expires_at}::timestamptz`.as("expires_at"),
        ])
        .where("users.id", "=", session.userId)
        .where("users.erased_at", "is", null)
        .forNoKeyUpdate();
      return session.passwordHash === undefined
        ? account
        : account.where("users.password_hash", "=", session.passwordHash);
    });
}

const noFormerId = { former_id_hash: null, former_proved_at: null, former_until: null };

type SessionCondition = (eb: ExpressionBuilder<DB, "sessions">) => Expression<SqlBool>;

const hasFormerId =
  (idHash: string, now: Date): SessionCondition =>
  (eb) =>
    eb.and([eb("sessions.former_id_hash", "=", idHash), eb("sessions.former_until", ">", now)]);

/** The session of an id, or of the id before its last proof. */
const hasId =
  (idHash: string, now: Date): SessionCondition =>
  (eb) =>
    eb.or([eb("sessions.id_hash", "=", idHash), hasFormerId(idHash, now)(eb)]);

function selectsSession(idHash: string, now: Date) {
  return sql<boolean>`(sessions.id_hash = ${idHash} OR (sessions.former_id_hash = ${idHash} AND sessions.former_until > ${now}))`;
}

/** The proof of the id before the last proof is the proof before. */
const proofOf = (idHash: string) => (eb: ExpressionBuilder<DB, "sessions">) =>
  eb
    .case()
    .when("sessions.id_hash", "=", idHash)
    .then(eb.ref("sessions.proved_at"))
    .else(eb.ref("sessions.former_proved_at").$notNull())
    .end();

/**
 * Invalidates copies of the cookie at once. `from`: the id that the browser sent; the new one has its proof and no
 * later one. Returns false when the session has ended.
 */
export async function renewSessionId(
  db: Db,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("sessions")
    .set((eb) => ({
      id_hash: to,
      proved_at: proofOf(from)(eb),
      reproved_at: eb.case().when("sessions.id_hash", "=", from).then(eb.ref("sessions.reproved_at")).end(),
      ...noFormerId,
    }))
    .where(hasId(from, now))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Updates `last_seen_at`. The first use of an id ends the one before it, which until then lacks the last proof. */
export async function findViewer(db: Db, idHash: string, now: Date): Promise<Viewer | undefined> {
  const current = await findSession(db, now, (eb) => eb("sessions.id_hash", "=", idHash));
  const row = current ?? (await findSession(db, now, hasFormerId(idHash, now)));
  if (!row) return undefined;
  if (current?.former_id_hash != null) {
    await db.updateTable("sessions").set(noFormerId).where("id_hash", "=", idHash).execute();
  }
  if (now.getTime() - row.last_seen_at.getTime() > sessionTouchMinutes * minute) {
    await db.updateTable("sessions").set({ last_seen_at: now }).where("id_hash", "=", row.id_hash).execute();
  }
  return {
    userId: row.id,
    email: row.email,
    sessionIdHash: row.id_hash,
    sentIdHash: idHash,
    provedAt: current ? row.proved_at : (row.former_proved_at ?? new Date(0)),
    ownProofAt: current ? row.reproved_at : null,
    hasPassword: Boolean(row.has_password),
    isAdmin: Boolean(row.is_admin),
    isCreator: Boolean(row.is_creator),
    isConsumer: Boolean(row.is_consumer),
    acceptedTerms: row.accepted_terms,
  };
}

function findSession(db: Db, now: Date, condition: SessionCondition) {
  return (
    db
      .selectFrom("sessions")
      .innerJoin("users", "users.id", "sessions.user_id")
      .select(({ eb, exists, selectFrom }) => [
        "users.id",
        "users.email",
        "sessions.id_hash",
        "sessions.former_id_hash",
        "sessions.former_proved_at",
        "sessions.last_seen_at",
        "sessions.proved_at",
        "sessions.reproved_at",
        eb("users.password_hash", "is not", null).as("has_password"),
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
        sql<string[]>`ARRAY(SELECT version FROM terms_acceptances WHERE user_id = users.id)`.as(
          "accepted_terms",
        ),
      ])
      .where(({ eb }) => condition(eb as ExpressionBuilder<DB, "sessions">))
      // Also excludes a session created while the account was being suspended.
      .where("users.suspended_at", "is", null)
      // Likewise, one created by Google sign-in while the account was being erased.
      .where("users.erased_at", "is", null)
      .where("sessions.expires_at", ">", now)
      .where("sessions.last_seen_at", ">", new Date(now.getTime() - sessionIdleDays * day))
      .executeTakeFirst()
  );
}

/**
 * Records a proof of identity and gives the session a new id (ASVS 5.0, 7.2.4). The sent id remains valid without the
 * proof until the new one is used: the response may be lost. Returns false when the session has ended.
 */
export async function renewSessionProof(
  db: Db,
  { from, to, now }: { from: string; to: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("sessions")
    .set((eb) => ({
      id_hash: to,
      proved_at: now,
      reproved_at: now,
      former_id_hash: from,
      former_until: new Date(now.getTime() + formerIdMinutes * minute),
      former_proved_at: proofOf(from)(eb),
    }))
    .where(hasId(from, now))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function spendOwnProof(db: Db, sessionIdHash: string): Promise<void> {
  await db.updateTable("sessions").set({ reproved_at: null }).where("id_hash", "=", sessionIdHash).execute();
}

/** Returns the owner's id, or undefined when there is none. */
export async function deleteSession(db: Db, idHash: string, now: Date): Promise<string | undefined> {
  const deleted = await db
    .deleteFrom("sessions")
    .where(hasId(idHash, now))
    .returning("user_id")
    .executeTakeFirst();
  return deleted?.user_id;
}

export async function deleteExpiredSessions(db: Db, now: Date, limit = 1000): Promise<void> {
  await db
    .deleteFrom("sessions")
    .where("id_hash", "in", (query) =>
      query.selectFrom("sessions").select("id_hash").where("expires_at", "<=", now).limit(limit),
    )
    .execute();
}

/** Also ends unfinished sign-ins. Returns how many sessions ended. */
export async function deleteUserSessions(db: Db, userId: string, exceptIdHash?: string): Promise<number> {
  await db.deleteFrom("unfinished_sign_ins").where("user_id", "=", userId).execute();
  let query = db.deleteFrom("sessions").where("user_id", "=", userId);
  if (exceptIdHash) query = query.where("id_hash", "!=", exceptIdHash);
  const { numDeletedRows } = await query.executeTakeFirst();
  return Number(numDeletedRows);
}

export async function deleteOtherSession(
  db: Db,
  { userId, sessionIdHash }: Pick<Viewer, "userId" | "sessionIdHash">,
  publicId: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("public_id", "=", publicId)
    .where("id_hash", "!=", sessionIdHash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function listUserSessions(db: Db, userId: string, now: Date) {
  return db
    .selectFrom("sessions")
    .select(["id_hash", "public_id", "user_agent", "created_at", "last_seen_at"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", now)
    .where("last_seen_at", ">", new Date(now.getTime() - sessionIdleDays * day))
    .orderBy("last_seen_at", "desc")
    .limit(50)
    .execute();
}

/**
 * Also ends the session with the id `ends` and stores the language of the person's mails, unless undefined. Returns
 * false when the password was changed while it was being checked, or the account was erased.
 */
export async function beginSession(
  db: Db,
  session: NewSession,
  { ends, locale }: { ends?: string | undefined; locale?: Locale | undefined } = {},
): Promise<boolean> {
  const { rows } = await sql<{ begun: boolean }>`
    WITH begun AS (${startingSession(db, session).returning("user_id")}),
    ended AS (
      DELETE FROM sessions WHERE ${selectsSession(ends ?? "", session.now)} AND EXISTS (SELECT FROM begun)
    ), spoken AS (
      UPDATE users SET locale = ${locale ?? null} FROM begun
      WHERE users.id = begun.user_id AND users.locale <> ${locale ?? null}
    )
    SELECT EXISTS (SELECT FROM begun) AS begun`.execute(db);
  return rows[0]?.begun === true;
}
