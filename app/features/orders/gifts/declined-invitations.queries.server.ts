import { sql } from "kysely";
import type { Db } from "~/platform/db.server";

/** Selects the hash of an invitation's address; null once the address was forgotten. */
export const invitedAddressHash = sql<Buffer | null>`invited_address_hash(guest_invitations.email)`;

/** Condition on `guest_invitations`: the address wants no invitations. */
export const isDeclined = sql<boolean>`EXISTS (SELECT FROM declined_invitations
  WHERE address_hash = ${invitedAddressHash})`;

export async function hasDeclined(db: Db, addressHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom("declined_invitations")
    .select("address_hash")
    .where("address_hash", "=", addressHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Remembers that an address wants no invitations, of any creator. */
export async function declineInvitations(
  db: Db,
  { addressHash, now }: { addressHash: Buffer; now: Date },
): Promise<void> {
  await db
    .insertInto("declined_invitations")
    .values({ address_hash: addressHash, declined_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
