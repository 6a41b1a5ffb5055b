import type { Actor } from "~/features/base/audit/actor.server";
import { type AuditEntry, insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import { requestedActs, type SecondPersonProblem } from "./approvals";
import {
  type Confirmation,
  findRequestStatus,
  findSecondPersonProblem,
  insertRequest,
  type NewRequest,
  readTwoPeopleSettings,
  type TwoPeopleSettings,
} from "./second-person.queries.server";

export type TwoPeopleEnv = Pick<Services["env"], "PAYOUT_TWO_PEOPLE">;

/** A request that another administrator approved, and who made it. */
interface ApprovedRequest {
  requestId: string;
  by: { userId: string; email: string };
}

/** Who acts: an administrator, or one who approved the request of another, in whose name the act is done. */
export type Authority = { by: Actor } & (
  | { env: TwoPeopleEnv; requested?: undefined }
  | { requested: ApprovedRequest }
);

/**
 * `repeated`: the same form was sent before. `waiting`: nothing changes until another administrator approves. `notFound`:
 * what it is about does not exist.
 */
export type ActResult<Refusal = never> =
  | { ok: true; repeated: boolean; waiting?: true }
  | { ok: false; error: "notFound" | Refusal };

/** Returns the settings; `required` where `PAYOUT_TWO_PEOPLE` or the database asks for a second person. */
export async function loadTwoPeople(db: Db, env: TwoPeopleEnv): Promise<TwoPeopleSettings> {
  const stored = await readTwoPeopleSettings(db);
  return { ...stored, required: env.PAYOUT_TWO_PEOPLE || stored.required };
}

/**
 * The guard of an act: returns undefined if it may be done now, because one person may do it or its request was
 * approved. Otherwise stores the request, with its audit entry, and returns the result that the act ends with.
 */
export async function awaitApproval(
  trx: Db,
  authority: Authority,
  request: Omit<NewRequest, "requestedBy" | "now">,
  entry: Omit<AuditEntry, "action">,
): Promise<ActResult | undefined> {
  if (authority.requested || !(await loadTwoPeople(trx, authority.env)).required) return undefined;
  const { by } = authority;
  if (await insertRequest(trx, { ...request, requestedBy: by.userId, now: by.at })) {
    await insertAuditEntry(trx, by, { action: requestedActs[request.kind].requested, ...entry });
    return { ok: true, repeated: false, waiting: true };
  }
  const { id, accountId } = request;
  const status = id === undefined ? "waiting" : await findRequestStatus(trx, { id, accountId });
  if (status === undefined) return { ok: false, error: "notFound" };
  return { ok: true, repeated: true, ...(status === "waiting" && { waiting: true }) };
}

/** Returns the author that an act's row names, and the request that proves the approval to the database. */
export function authorOf({ by, requested }: Authority) {
  return { by: requested?.by.userId ?? by.userId, requestId: requested?.requestId };
}

/** Returns the fact that the audit log has of an approved act. */
export function requesterFact({ requested }: Authority) {
  return requested && { requestedBy: requested.by.email };
}

/** Returns why an administrator may not confirm what another one began; undefined where they may. */
export async function refuseConfirmation(
  db: Db,
  env: TwoPeopleEnv,
  confirmation: Confirmation,
): Promise<SecondPersonProblem | undefined> {
  if (!(await loadTwoPeople(db, env)).required) return undefined;
  return findSecondPersonProblem(db, confirmation);
}
