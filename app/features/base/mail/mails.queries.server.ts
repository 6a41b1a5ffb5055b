import { sql } from "kysely";
import { toStorableJson } from "~/integrations/storable-text";
import type { Db } from "~/platform/db.server";
import { addingJob } from "~/platform/jobs/jobs.queries.server";
import type { JsonObject } from "~/platform/schema";

interface NewMail {
  kind: string;
  key: string;
  to: { userId: string } | { email: string; locale: string };
  facts?: JsonObject | undefined;
  saleId?: string | undefined;
  sendAt?: Date | undefined;
}

/** Inserts a mail with the job that sends it. Returns false if there is one with the same key. */
export async function insertMailWithJob(db: Db, mail: NewMail, priority: number): Promise<boolean> {
  const job = addingJob("send-mail", sql`json_build_object('mailId', posted.id)`, sql`'mail:' || posted.id`, {
    ...(mail.sendAt && { runAt: mail.sendAt }),
    priority,
  });
  const row = await db
    .with("posted", (cte) => insertingMail(cte as unknown as Db, mail))
    .selectFrom("posted")
    .select([job.as("job")])
    .executeTakeFirst();
  return row !== undefined;
}

function insertingMail(db: Db, { kind, key, to, facts, saleId, sendAt }: NewMail) {
  const toAccount = "userId" in to;
  return db
    .insertInto("mails")
    .columns(["kind", "key", "user_id", "email", "locale", "facts", "sale_id", "send_at"])
    .expression(
      sql`SELECT ${kind}, ${key}, ${toAccount ? to.userId : null}::uuid, ${toAccount ? null : to.email}::text,
        ${toAccount ? null : to.locale}::text, ${toStorableJson(facts ?? {})}::jsonb, ${saleId ?? null}::uuid,
        coalesce(${sendAt ?? null}::timestamptz, now())`,
    )
    .onConflict((conflict) => conflict.column("key").doNothing())
    .returning("id");
}

/**
 * Returns a mail with its recipient: the account's present address and language, or the mail's own. An erased account
 * has no address. `choices`: the rhythms that the account chose, by group of mails.
 */
export async function findMail(db: Db, mailId: string) {
  return db
    .selectFrom("mails")
    .leftJoin("users", "users.id", "mails.user_id")
    .select([
      "mails.id",
      "mails.key",
      "mails.kind",
      "mails.user_id",
      "mails.sale_id",
      "mails.facts",
      "mails.status",
      "mails.handed_over_at",
    ])
    .select(({ fn }) => [
      sql<string | null>`CASE WHEN users.erased_at IS NULL THEN coalesce(users.email, mails.email) END`.as(
        "email",
      ),
      fn.coalesce("mails.locale", "users.locale").as("locale"),
      sql<Record<string, string> | null>`
        (SELECT json_object_agg(choice, value) FROM mail_choices WHERE mail_choices.user_id = mails.user_id)`.as(
        "choices",
      ),
    ])
    .where("mails.id", "=", mailId)
    .executeTakeFirst();
}

/**
 * Records that a waiting mail is about to be accepted by the mail server. Returns false if another run did so before.
 */
export async function markMailHandedOver(
  db: Db,
  { id, to, now }: { id: string; to: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("mails")
    .set({ handed_over_at: now, sent_to: to })
    .where("id", "=", id)
    .where("status", "=", "waiting")
    .where("handed_over_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Records that the mail server did not accept a mail: it is sent again. `failure`: the server's words. */
export async function markMailDelayed(
  db: Db,
  { id, failure }: { id: string; failure: string },
): Promise<void> {
  await db
    .updateTable("mails")
    .set({ handed_over_at: null, failure })
    .where("id", "=", id)
    .where("status", "=", "waiting")
    .execute();
}

export type MailEnd =
  | { status: "sent" | "unconfirmed" | "skipped"; failure?: undefined; to?: undefined }
  /** The mail server rejected the address `to`. */
  | { status: "refused"; failure: string; to: string };

/** Ends a waiting mail. A message to the operator that was sent is kept without its text, as every mail is. */
export async function endMail(
  db: Db,
  { id, now, status, failure, to }: { id: string; now: Date } & MailEnd,
): Promise<void> {
  await db
    .updateTable("mails")
    .set({ status, ended_at: now, failure: failure ?? null, ...(to !== undefined && { sent_to: to }) })
    .$if(status === "sent", (update) =>
      update.set({
        facts: sql<JsonObject>`CASE WHEN kind = 'support' THEN facts - 'message' ELSE facts END`,
      }),
    )
    .where("id", "=", id)
    .where("status", "=", "waiting")
    .execute();
}

/** Lists waiting mails that are due and whose job was given up, oldest first. */
export async function listMailsWithoutJob(
  db: Db,
  { dueBefore, limit }: { dueBefore: Date; limit: number },
): Promise<{ id: string; kind: string }[]> {
  return db
    .selectFrom("mails")
    .select(["id", "kind"])
    .where("status", "=", "waiting")
    .where("send_at", "<", dueBefore)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM graphile_worker.jobs
        WHERE jobs.key = 'mail:' || mails.id AND jobs.attempts < jobs.max_attempts)`,
    )
    .orderBy("send_at")
    .limit(limit)
    .execute();
}

/** Ends waiting mails that could not be sent for too long, with the last failure. */
export async function refuseMailsDueBefore(db: Db, dueBefore: Date, now: Date): Promise<void> {
  await db
    .updateTable("mails")
    .set(({ fn, val, ref }) => ({
      status: "refused",
      ended_at: now,
      failure: fn.coalesce(ref("failure"), val("not sent in time")),
    }))
    .where("status", "=", "waiting")
    .where("send_at", "<", dueBefore)
    .execute();
}

/** Stores how often a person wants the mails of a group. An account that is gone has no choice. */
export async function setMailChoice(
  db: Db,
  { userId, choice, value }: { userId: string; choice: string; value: "each" | "daily" | "none" },
): Promise<void> {
  await db
    .insertInto("mail_choices")
    .columns(["user_id", "choice", "value"])
    .expression((eb) =>
      eb
        .selectFrom("users")
        .select([
          "users.id",
          sql<string>`${choice}::text`.as("choice"),
          sql<"each" | "daily" | "none">`${value}::text`.as("value"),
        ])
        .where("users.id", "=", userId),
    )
    .onConflict((conflict) => conflict.columns(["user_id", "choice"]).doUpdateSet({ value }))
    .execute();
}

/** Stores the language of a person's mails: that of the page they used last. */
export async function setMailLanguage(db: Db, userId: string, locale: string): Promise<void> {
  await db
    .updateTable("users")
    .set({ locale })
    .where("id", "=", userId)
    .where("locale", "!=", locale)
    .execute();
}

/** Returns the rhythm that a person chose for a group of mails; undefined where they chose none. */
export async function findMailChoice(
  db: Db,
  { userId, choice }: { userId: string; choice: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom("mail_choices")
    .select("value")
    .where("user_id", "=", userId)
    .where("choice", "=", choice)
    .executeTakeFirst();
  return row?.value;
}

/** How long a rejected mail is shown to its recipient, in milliseconds. */
const refusalShownMs = 30 * 24 * 60 * 60_000;

/**
 * Condition on `users`: a mail to their present address was rejected in the last 30 days, and none to them was accepted
 * after it.
 */
export const isRefusedAddress = (now: Date) =>
  sql<boolean>`EXISTS (SELECT FROM mails WHERE mails.user_id = users.id AND mails.status = 'refused'
    AND mails.ended_at > ${new Date(now.getTime() - refusalShownMs)} AND mails.sent_to = users.email AND ${notDeliveredSince})`;

/** Condition on `mails`: no later mail to the same person was accepted. */
const notDeliveredSince = sql<boolean>`NOT EXISTS (SELECT FROM mails AS later
  WHERE later.user_id = mails.user_id AND later.status = 'sent' AND later.ended_at > mails.ended_at)`;

/**
 * Condition on `mails`: about a sale, ended since a moment without being accepted as far as known, nor was a later one.
 */
export const undeliveredSaleMailsSince = (since: Date) =>
  sql<boolean>`mails.status IN ('refused', 'unconfirmed') AND mails.sale_id IS NOT NULL AND mails.ended_at > ${since} AND ${notDeliveredSince}`;

/** Lists the mails about a sale, oldest first, at most `limit`. */
export async function listSaleMails(db: Db, saleId: string, limit: number) {
  return db
    .selectFrom("mails")
    .leftJoin("users", "users.id", "mails.user_id")
    .select(["mails.id", "mails.kind", "mails.status", "mails.failure", "mails.send_at", "mails.ended_at"])
    .select("mails.user_id")
    .select(({ fn }) => [
      fn.coalesce("mails.sent_to", "mails.email", "users.email").as("address"),
      sql<boolean>`users.erased_at IS NOT NULL`.as("erased"),
    ])
    .where("mails.sale_id", "=", saleId)
    .orderBy("mails.created_at")
    .orderBy("mails.id")
    .limit(limit)
    .execute();
}

/** Returns a person's choices by their names; without those that they never made. */
export async function listMailChoices(db: Db, { userId }: { userId: string }): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("mail_choices")
    .select(["choice", "value"])
    .where("user_id", "=", userId)
    .execute();
  return new Map(rows.map(({ choice, value }) => [choice, value]));
}

/** The most senders whose ended mails are listed. */
const maxMutedSenders = 100;

/** Lists the creators whose mails a person ended, by name. */
export async function listMutedSenders(db: Db, userId: string) {
  return db
    .selectFrom("mail_choices")
    .innerJoin("creator_profiles", (join) =>
      join.on(sql<boolean>`choice = 'by:' || creator_profiles.user_id::text`),
    )
    .select(["choice", "full_name as name"])
    .where("mail_choices.user_id", "=", userId)
    .where("value", "=", "none")
    .orderBy("full_name")
    .limit(maxMutedSenders)
    .execute();
}

/** Returns the name of a sender whose mails can be ended; undefined for an account that is gone. */
export async function findSenderName(db: Db, senderId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("creator_profiles")
    .select("full_name")
    .where("user_id", "=", senderId)
    .executeTakeFirst();
  return row?.full_name;
}
