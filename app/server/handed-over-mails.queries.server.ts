import { sql } from "kysely";
import type { Db } from "~/platform/db.server";

/** A queued job. Its revision changes when a waiting job is replaced under the same key. */
export interface QueuedJob {
  id: string;
  revision: number;
}

const mailsKeptDays = 7;

/** Returns whether an earlier run of the job handed its mail to the mail server. */
export async function wasHandedOver(db: Db, { id, revision }: QueuedJob): Promise<boolean> {
  const found = await db
    .selectFrom("handed_over_mails")
    .select("job_id")
    .where("job_id", "=", Number(id))
    .where("job_revision", "=", revision)
    .executeTakeFirst();
  return found !== undefined;
}

export async function noteHandedOver(db: Db, { id, revision }: QueuedJob): Promise<void> {
  await db
    .insertInto("handed_over_mails")
    .values({ job_id: Number(id), job_revision: revision })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function forgetHandedOver(db: Db, { id, revision }: QueuedJob): Promise<void> {
  await db
    .deleteFrom("handed_over_mails")
    .where("job_id", "=", Number(id))
    .where("job_revision", "=", revision)
    .execute();
}

export async function deleteOldHandedOver(db: Db): Promise<void> {
  await db
    .deleteFrom("handed_over_mails")
    .where("handed_over_at", "<", sql<Date>`now() - make_interval(days => ${mailsKeptDays})`)
    .execute();
}
