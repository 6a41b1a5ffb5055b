import { sql } from "kysely";
import type { Db } from "~/platform/db.server";

/**
 * Returns the first word of someone's name as learner or creator; empty if there is none, or if it is an e-mail
 * address.
 */
export async function findFirstName(db: Db, userId: string): Promise<string> {
  const row = await db
    .selectFrom("users")
    .select(
      sql<string | null>`coalesce(
        (SELECT full_name FROM consumer_profiles WHERE user_id = users.id),
        (SELECT full_name FROM creator_profiles WHERE user_id = users.id))`.as("name"),
    )
    .where("id", "=", userId)
    .executeTakeFirst();
  const [first = ""] = (row?.name ?? "").trim().split(/\s+/);
  return first.includes("@") ? "" : first;
}
