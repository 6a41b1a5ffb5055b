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

/** Returns false if the key exists. */
export async function insertMailWithJob(db: Db, mail: NewMail, priority: number): Promise<boolean> {
  const job = addingJob("send-mail", sql`json_build_object('mailId', posted.id)`, sql`'mail:' || posted.id`, {
    ...(mail.sendAt && { runAt: mail.sendAt }),
    priority,
  });
  const { userId, email, locale } = { userId: null, email: null, locale: null, ...mail.to };
  const row = await db
    .with("posted", (cte) =>
      cte
        .insertInto("mails")
        .columns(["kind", "key", "user_id", "email", "locale", "facts", "sale_id", "send_at"])
        .expression(
          sql`SELECT ${mail.kind}, ${mail.key}, ${userId}::uuid, ${email}::text, ${locale}::text,
            ${toStorableJson(mail.facts ?? {})}::jsonb, ${mail.saleId ?? null}::uuid,
            coalesce(${mail.sendAt ?? null}::timestamptz, now())`,
        )
        .onConflict((conflict) => conflict.column("key").doNothing())
        .returning("id"),
    )
    .selectFrom("posted")
    .select([job.as("job")])
    .executeTakeFirst();
  return row !== undefined;
}

/** With the account's present address and language, or the mail's own. Without an address if erased. */
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

/** Returns false if another run did so before. */
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

/** The mail will be retried. `failure`: the server's reply. */
export async function markMailDelayed(db: Db, mail: { id: string; failure: string }): Promise<void> {
  await db
    .updateTable("mails")
    .set({ handed_over_at: null, failure: mail.failure })
    .where("id", "=", mail.id)
    .where("status", "=", "waiting")
    .execute();
}

export type MailEnd =
  | { status: "sent" | "unconfirmed" | "skipped"; failure?: undefined; to?: undefined }
  /** The mail server rejected the address `to`. */
  | { status: "refused"; failure: string; to: string };

/** Deletes the text of a message to the operator. */
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

export async function setMailChoice(
  db: Db,
  { userId, choice, value }: { userId: string; choice: string; value: "each" | "daily" | "none" },
): Promise<void> {
  await db
    .insertInto("mail_choices")
    .columns(["user_id", "choice", "value"])
    .expression(sql`SELECT id, ${choice}::text, ${value}::text FROM users WHERE id = ${userId}`)
    .onConflict((conflict) => conflict.columns(["user_id", "choice"]).doUpdateSet({ value }))
    .execute();
}

/** The language of the page that they used last. */
export async function setMailLanguage(db: Db, userId: string, locale: string): Promise<void> {
  await db
    .updateTable("users")
    .set({ locale })
    .where("id", "=", userId)
    .where("locale", "!=", locale)
    .execute();
}

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

/** How long a rejected mail is shown to its recipient. */
const refusalShownMs = 30 * 24 * 60 * 60_000;

/** Condition on `users`: a mail to the present address was rejected in the last 30 days, and none accepted since. */
export const isRefusedAddress = (now: Date) =>
  sql<boolean>`EXISTS (SELECT FROM mails WHERE mails.user_id = users.id AND mails.status = 'refused'
    AND mails.ended_at > ${new Date(now.getTime() - refusalShownMs)} AND mails.sent_to = users.email AND ${notDeliveredSince})`;

/** Condition on `mails`. */
const notDeliveredSince = sql<boolean>`NOT EXISTS (SELECT FROM mails AS later
  WHERE later.user_id = mails.user_id AND later.status = 'sent' AND later.ended_at > mails.ended_at)`;

/** Condition on `mails` about a sale: not known to be accepted, nor was a later one. */
export const undeliveredSaleMailsSince = (since: Date) =>
  sql<boolean>`mails.status IN ('refused', 'unconfirmed') AND mails.sale_id IS NOT NULL AND mails.ended_at > ${since} AND ${notDeliveredSince}`;

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

export async function listMailChoices(db: Db, { userId }: { userId: string }): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("mail_choices")
    .select(["choice", "value"])
    .where("user_id", "=", userId)
    .execute();
  return new Map(rows.map(({ choice, value }) => [choice, value]));
}

const maxMutedSenders = 100;

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

export async function findSenderName(db: Db, senderId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("creator_profiles")
    .select("full_name")
    .where("user_id", "=", senderId)
    .executeTakeFirst();
  return row?.full_name;
}
