import type { Actor } from "~/features/base/audit/actor.server";
import { type AuditEntry, insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import type { Db } from "~/platform/db.server";
import { findRequestStatus, insertRequest, type NewRequest } from "./second-person.queries.server";

/** `repeated`: the same form requested it before. `waiting`: nobody has decided it yet. */
export interface RequestedChange {
  repeated: boolean;
  waiting?: true;
}

/**
 * Requests a change that needs another administrator, with its audit entry. Returns undefined where its id is that of a
 * request about another account.
 */
export async function requestChange(
  trx: Db,
  request: Omit<NewRequest, "requestedBy" | "now"> & { id: string },
  entry: AuditEntry,
  by: Actor,
): Promise<RequestedChange | undefined> {
  if (await insertRequest(trx, { ...request, requestedBy: by.userId, now: by.at })) {
    await insertAuditEntry(trx, by, entry);
    return { repeated: false, waiting: true };
  }
  const status = await findRequestStatus(trx, request);
  if (status === undefined) return undefined;
  return { repeated: true, ...(status === "waiting" && { waiting: true }) };
}
