import type { Actor } from "~/features/base/audit/actor.server";
import { hasEntrySince, insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { maskDetails } from "~/features/money/payees/masked-detail";
import type { StoredDetails } from "~/features/money/payees/payee";
import type { Db } from "~/platform/db.server";

/** Whose payout details an administrator opens. */
export interface Opening {
  creatorId: string | undefined;
  by: Actor;
}

/** In milliseconds: a page that is loaded again opens the same details. */
const recordedAgainAfterMs = 10 * 60_000;

/**
 * Records that an administrator opened payout details, once in ten minutes for each of both. Returns the creator's id,
 * or undefined if they are not `among` the page's creators.
 */
export async function openPayoutDetails(
  db: Db,
  {
    creatorId,
    by,
    among,
  }: Opening & { among: readonly (StoredDetails & { user_id: string; full_name: string })[] },
): Promise<string | undefined> {
  const creator = among.find(({ user_id }) => user_id === creatorId);
  if (!creator) return undefined;
  const { user_id: id, full_name: label } = creator;
  const action = "payoutDetailsOpened";
  const after = { paidTo: maskDetails(creator) };
  const since = new Date(by.at.getTime() - recordedAgainAfterMs);
  if (!(await hasEntrySince(db, { action, actorId: by.userId, targetId: id, after, since })))
    await insertAuditEntry(db, by, { action, target: { kind: "account", id, label }, after });
  return id;
}
