import type { Db } from "~/platform/db.server";

const selectAdmins = (db: Db) =>
  db
    .selectFrom("user_roles")
    .innerJoin("users", "users.id", "user_roles.user_id")
    .select("users.id")
    .where("role", "=", "admin")
    .where("users.suspended_at", "is", null);

/** Lists the administrators who may sign in, at most 100. */
export async function listAdminIds(db: Db): Promise<string[]> {
  const rows = await selectAdmins(db).orderBy("users.id").limit(100).execute();
  return rows.map(({ id }) => id);
}

/** Returns whether somebody else is an administrator who may sign in. */
export async function hasOtherAdmin(db: Db, userId: string): Promise<boolean> {
  const row = await selectAdmins(db).where("users.id", "!=", userId).limit(1).executeTakeFirst();
  return row !== undefined;
}
