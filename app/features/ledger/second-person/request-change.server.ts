import type { Actor } from "~/features/base/audit/actor.server";
import { type AuditEntry, insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import type { Db } from "~/platform/db.server";
import { actsOfTwoPeople, type RequestedAct } from "./acts-of-two-people";
import { findRequestStatus, insertRequest, type NewRequest } from "./second-person.queries.server";
import { loadTwoPeople, type TwoPeopleEnv } from "./two-people.server";

/** `repeated`: the same form requested it before. `waiting`: nobody has decided it yet. */
export interface RequestedChange {
  repeated: boolean;
  waiting?: true;
}

/** The audit entry of a request; its act names the action. */
type RequestEntry = Omit<AuditEntry, "action">;

type ChangeRequest = Omit<NewRequest, "requestedBy" | "now"> & { id: string };

/**
 * Requests a change that needs another administrator, with its audit entry. Returns undefined where its id is that of a
 * request about another account.
 */
export async function requestChange(
  trx: Db,
  request: ChangeRequest,
  entry: RequestEntry,
  by: Actor,
): Promise<RequestedChange | undefined> {
  if (await insertRequest(trx, { ...request, requestedBy: by.userId, now: by.at })) {
    await insertAuditEntry(trx, by, { action: actsOfTwoPeople[request.act].requested, ...entry });
    return { repeated: false, waiting: true };
  }
  const status = await findRequestStatus(trx, request);
  if (status === undefined) return undefined;
  return { repeated: true, ...(status === "waiting" && { waiting: true }) };
}

interface Change<Refusal> {
  act: RequestedAct;
  /** Makes the change at once. */
  set: () => Promise<{ ok: true } | { ok: false; error: Refusal }>;
  request: Omit<ChangeRequest, "act">;
  entry: RequestEntry;
}

/**
 * Makes a change at once, or requests it where two people are required. Returns undefined where its id is that of a
 * request about another account.
 */
export async function setOrRequest<Refusal>(
  trx: Db,
  env: TwoPeopleEnv,
  { act, set, request, entry }: Change<Refusal>,
  by: Actor,
): Promise<({ ok: true } & RequestedChange) | { ok: false; error: Refusal } | undefined> {
  if ((await loadTwoPeople(trx, env)).required) {
    const requested = await requestChange(trx, { act, ...request }, entry, by);
    return requested && { ok: true, ...requested };
  }
  const done = await set();
  return done.ok ? { ok: true, repeated: false } : done;
}
