import type { Db } from "~/platform/db.server";

/** Lists the administrators who may sign in, at most 100. */
export async function listAdminIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("user_roles")
    .innerJoin("users", "users.id", "user_roles.user_id")
    .select("users.id")
    .where("role", "=", "admin")
    .where("users.suspended_at", "is", null)
    .orderBy("users.id")
    .limit(100)
    .execute();
  return rows.map(({ id }) => id);
}
