import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";

export async function lockExport(db: Db, userId: string) {
  return db
    .selectFrom("data_exports")
    .select(["id", "storage_key", "requested_at", "ready_at"])
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns false if another request of this person was stored first. */
export async function insertExport(
  db: Db,
  row: { id: string; userId: string; locale: Locale; storageKey: string; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("data_exports")
    .values({
      id: row.id,
      user_id: row.userId,
      locale: row.locale,
      storage_key: row.storageKey,
      requested_at: row.now,
    })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findExport(db: Db, id: string) {
  return db
    .selectFrom("data_exports")
    .select(["id", "user_id", "storage_key", "ready_at"])
    .where("id", "=", id)
    .executeTakeFirst();
}

export async function findOwnExport(db: Db, userId: string) {
  return db
    .selectFrom("data_exports")
    .select(["id", "storage_key", "requested_at", "ready_at", "bytes"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** Returns false if the download is ready already, or no longer wanted. */
export async function markExportReady(
  db: Db,
  { id, bytes, now }: { id: string; bytes: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("data_exports")
    .set({ ready_at: now, bytes })
    .where("id", "=", id)
    .where("ready_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** At most 100. */
export async function listOldExports(
  db: Db,
  { readyBefore, requestedBefore }: { readyBefore: Date; requestedBefore: Date },
) {
  return db
    .selectFrom("data_exports")
    .select(["id", "storage_key"])
    .where((eb) =>
      eb.or([
        eb("ready_at", "<", readyBefore),
        eb.and([eb("ready_at", "is", null), eb("requested_at", "<", requestedBefore)]),
      ]),
    )
    .orderBy("requested_at")
    .limit(100)
    .execute();
}

export async function deleteExport(db: Db, id: string): Promise<void> {
  await db.deleteFrom("data_exports").where("id", "=", id).execute();
}
