import type { Db } from "../db.server";
import type { SecretBox } from "../secret-box.server";

const purpose = "data key check";

/** Stores a text encrypted with the present key, where none is stored yet. */
export async function storeDataKeyCheck(db: Db, box: SecretBox): Promise<void> {
  await db
    .insertInto("data_key_checks")
    .values({ id: 1, sealed: box.seal("sabia", purpose) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Returns whether the present keys can decrypt what is stored; `unknown` before the first start stored a text to try.
 */
export async function checkDataKey(db: Db, box: SecretBox): Promise<"ok" | "other" | "unknown"> {
  const row = await db.selectFrom("data_key_checks").select("sealed").executeTakeFirst();
  if (!row) return "unknown";
  try {
    box.open(row.sealed, purpose);
    return "ok";
  } catch {
    return "other";
  }
}
