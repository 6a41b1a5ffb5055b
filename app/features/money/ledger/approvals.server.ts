import { type AuditEntry, insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
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

interface ApprovedRequest {
  requestId: string;
  by: { userId: string; email: string };
}

/** `requested`: one administrator approved the request of another, in whose name the act is done. */
export type Authority = { by: Actor } & (
  | { env: TwoPeopleEnv; requested?: undefined }
  | { requested: ApprovedRequest }
);

/** `repeated`: the same form was sent before. `waiting`: nothing changes until another administrator approves. */
export type ActResult<Refusal = never> =
  | { ok: true; repeated: boolean; waiting?: true }
  | { ok: false; error: "notFound" | Refusal };

/** `required` where `PAYOUT_TWO_PEOPLE` or the database asks for a second person. */
export async function loadTwoPeople(db: Db, env: TwoPeopleEnv): Promise<TwoPeopleSettings> {
  const stored = await readTwoPeopleSettings(db);
  return { ...stored, required: env.PAYOUT_TWO_PEOPLE || stored.required };
}

/**
 * Returns undefined if the act may be done now, alone or by an approved request. Otherwise stores a request and returns
 * the act's result.
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

/** `requestId` proves the approval to the database. */
export function authorOf({ by, requested }: Authority) {
  return { by: requested?.by.userId ?? by.userId, requestId: requested?.requestId };
}

export function requesterFact({ requested }: Authority) {
  return requested && { requestedBy: requested.by.email };
}

export async function refuseConfirmation(
  db: Db,
  env: TwoPeopleEnv,
  confirmation: Confirmation,
): Promise<SecondPersonProblem | undefined> {
  if (!(await loadTwoPeople(db, env)).required) return undefined;
  return findSecondPersonProblem(db, confirmation);
}
