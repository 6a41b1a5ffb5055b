import { sql } from "kysely";
import { defaultLocale } from "~/i18n/languages";
import type { Currency } from "~/i18n/money";
import type { Db } from "~/platform/db.server";
import { changesFrom } from "./profile.queries.server";

export async function findCredentials(db: Db, email: string) {
  return db
    .selectFrom("users")
    .select(["id", "email", "password_hash", "email_verified_at", "suspended_at"])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom("second_factors")
          .select("second_factors.user_id")
          .whereRef("second_factors.user_id", "=", "users.id")
          .where("confirmed_at", "is not", null),
      ).as("has_second_factor"),
    )
    .where(({ fn, eb }) => eb(fn("lower", ["email"]), "=", email.toLowerCase()))
    .executeTakeFirst();
}

export const isSuspended = (db: Db, userId: string) => isMarked(db, userId, "suspended_at");

/** An erased account keeps its row, for what the law retains. */
export const isErased = (db: Db, userId: string) => isMarked(db, userId, "erased_at");

async function isMarked(db: Db, userId: string, mark: "suspended_at" | "erased_at"): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where(mark, "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Undefined if the e-mail is in use or was recently, also under concurrent calls. */
export async function insertUser(
  db: Db,
  user: { email: string; passwordHash: string | null; locale?: string | undefined },
): Promise<string | undefined> {
  const row = await db
    .insertInto("users")
    .columns(["email", "password_hash", "locale"])
    .expression(({ not, exists }) =>
      db
        .selectNoFrom([
          sql<string>`${user.email}::text`.as("email"),
          sql<string | null>`${user.passwordHash}::text`.as("password_hash"),
          sql<string>`${user.locale ?? defaultLocale}::text`.as("locale"),
        ])
        .where(not(exists(changesFrom(db, user.email)))),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

interface NewCreatorProfile {
  userId: string;
  fullName: string;
  email: string;
  country: string;
  currency: Currency;
  pixKey: string;
  bankAccount: string;
  bankName: string;
  cardLast4: string | null;
}

/** Returns false for an existing creator, who is left unchanged. */
export async function insertCreatorProfile(db: Db, profile: NewCreatorProfile): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("creator_profiles")
    .values({
      user_id: profile.userId,
      full_name: profile.fullName,
      email: profile.email,
      country: profile.country,
      currency: profile.currency,
      pix_key: profile.pixKey,
      bank_account_number: profile.bankAccount,
      bank_name: profile.bankName,
      card_last4: profile.cardLast4,
    })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function insertConsumerProfile(
  db: Db,
  profile: { userId: string; fullName: string; email: string },
): Promise<void> {
  await db
    .insertInto("consumer_profiles")
    .values({ user_id: profile.userId, full_name: profile.fullName, email: profile.email })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .execute();
}

/** Adds a buyer's profile and stores the language of their mails. `locks`: lock the account until the transaction ends. */
export async function prepareBuyer(
  db: Db,
  { userId, email }: { userId: string; email: string },
  { locale, locks }: { locale: string; locks: boolean },
): Promise<void> {
  await db
    .with("account", (cte) =>
      cte
        .selectFrom("users")
        .select(["id", "google_name"])
        .where("id", "=", userId)
        .$if(locks, (query) => query.forNoKeyUpdate()),
    )
    // After the lock: a statement cannot lock a row that it has changed.
    .with("language", (cte) =>
      cte
        .updateTable("users")
        .set({ locale })
        .from("account")
        .whereRef("users.id", "=", "account.id")
        .where("locale", "!=", locale),
    )
    .insertInto("consumer_profiles")
    .columns(["user_id", "full_name", "email"])
    .expression((eb) =>
      eb
        .selectFrom("account")
        .leftJoin("creator_profiles", "creator_profiles.user_id", "account.id")
        .select([
          "account.id",
          sql<string>`coalesce(creator_profiles.full_name, account.google_name, ${email}::text)`.as(
            "full_name",
          ),
          sql<string>`${email}::text`.as("email"),
        ]),
    )
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .execute();
}

/** Returns the name as creator, else as consumer, else from Google. */
export async function findFullName(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("users")
    .leftJoin("creator_profiles", "creator_profiles.user_id", "users.id")
    .leftJoin("consumer_profiles", "consumer_profiles.user_id", "users.id")
    .select(({ fn }) =>
      fn
        .coalesce("creator_profiles.full_name", "consumer_profiles.full_name", "users.google_name")
        .as("full_name"),
    )
    .where("users.id", "=", userId)
    .executeTakeFirst();
  return row?.full_name ?? undefined;
}

export async function findUserByGoogleSub(db: Db, sub: string) {
  return db.selectFrom("users").select(["id", "email"]).where("google_sub", "=", sub).executeTakeFirst();
}

export async function lockUserByEmail(db: Db, email: string) {
  return db
    .selectFrom("users")
    .select(["id", "email", "google_sub", "email_verified_at", "suspended_at"])
    .where(({ fn, eb }) => eb(fn("lower", ["email"]), "=", email.toLowerCase()))
    .forUpdate()
    .executeTakeFirst();
}

/** Undefined if the e-mail or the Google account is in use. */
export async function insertGoogleUser(
  db: Db,
  user: { email: string; sub: string; fullName: string | null; now: Date },
): Promise<string | undefined> {
  const row = await db
    .insertInto("users")
    .values({
      email: user.email,
      google_sub: user.sub,
      google_name: user.fullName,
      email_verified_at: user.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** `dropPassword`: the mailbox's owner may not have set it. */
export async function linkGoogle(
  db: Db,
  link: { userId: string; sub: string; fullName: string | null; now: Date; dropPassword: boolean },
): Promise<void> {
  await db
    .updateTable("users")
    .set({
      google_sub: link.sub,
      google_name: link.fullName,
      email_verified_at: link.now,
      ...(link.dropPassword ? { password_hash: null } : {}),
    })
    .where("id", "=", link.userId)
    .execute();
}

/** Adds the role if there is no administrator (product.md, Admin sign-in). */
export async function ensureFirstAdmin(db: Db, userId: string): Promise<boolean> {
  const { became } = await db
    .selectNoFrom(({ fn, val }) =>
      fn<boolean>("ensure_first_admin", [sql`${val(userId)}::uuid`]).as("became"),
    )
    .executeTakeFirstOrThrow();
  return became;
}

export async function hasAdminRole(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("user_roles")
    .select("role")
    .where("user_id", "=", userId)
    .where("role", "=", "admin")
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the words that a new password must not contain, and whether it is an administrator's. */
export async function findPasswordOwner(db: Db, userId: string) {
  const row = await db
    .selectFrom("users")
    .leftJoin("creator_profiles", "creator_profiles.user_id", "users.id")
    .leftJoin("consumer_profiles", "consumer_profiles.user_id", "users.id")
    .leftJoin("user_roles", (join) =>
      join.onRef("user_roles.user_id", "=", "users.id").on("user_roles.role", "=", "admin"),
    )
    .select([
      "users.email",
      "users.google_name",
      "creator_profiles.full_name as creator_name",
      "creator_profiles.handle",
      "consumer_profiles.full_name as consumer_name",
      "user_roles.role",
    ])
    .where("users.id", "=", userId)
    .executeTakeFirstOrThrow();
  const names = [row.creator_name, row.handle, row.consumer_name, row.google_name];
  return { email: row.email, names, isAdmin: row.role !== null };
}

export async function findAccount(db: Db, userId: string) {
  return db
    .selectFrom("users")
    .select(["email", "password_hash", "google_sub"])
    .where("id", "=", userId)
    .executeTakeFirst();
}

/** Returns false if the password has changed since it was checked, such as by a recovery link. */
export async function replacePassword(
  db: Db,
  { userId, from, to }: { userId: string; from: string; to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("users")
    .set({ password_hash: to })
    .where("id", "=", userId)
    .where("password_hash", "=", from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function hasCreatorProfile(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("creator_profiles")
    .select("id")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

const selectAdmins = (db: Db) =>
  db
    .selectFrom("user_roles")
    .innerJoin("users", "users.id", "user_roles.user_id")
    .select("users.id")
    .where("role", "=", "admin")
    .where("users.suspended_at", "is", null);

/** Who may sign in, at most 100. */
export async function listAdminIds(db: Db): Promise<string[]> {
  const rows = await selectAdmins(db).orderBy("users.id").limit(100).execute();
  return rows.map(({ id }) => id);
}

export async function hasOtherAdmin(db: Db, userId: string): Promise<boolean> {
  const row = await selectAdmins(db).where("users.id", "!=", userId).limit(1).executeTakeFirst();
  return row !== undefined;
}
