import type { Actor } from "~/features/base/audit/actor.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { type Day, dayOf } from "~/features/base/money/days";
import { judgeFeeStart } from "~/features/ledger/fees/fee-start";
import type { ReleaseDays } from "~/features/ledger/ledger/release-rules";
import { setOrRequest } from "~/features/ledger/second-person/request-change.server";
import type { ApprovedRequest, TwoPeopleEnv } from "~/features/ledger/second-person/two-people.server";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import {
  findReleaseRules,
  hasReleaseRule,
  insertReleaseRule,
  lockReleaseRules,
} from "./releases.queries.server";

export interface ReleaseRuleChange {
  /** Made with the form, so that a form sent twice sets the rule once. */
  id: string;
  days: ReleaseDays;
  /** The first day in São Paulo on which it holds. */
  from: Day;
  reason: string;
}

export type RuleRefusal = NonNullable<ReturnType<typeof judgeFeeStart>>;

/** `waiting`: the rule is set once another administrator has approved it. */
export type ReleaseRuleChanged =
  | { ok: true; repeated: boolean; waiting?: true }
  | { ok: false; error: RuleRefusal };

type Needs = Pick<Services, "db"> & { env: TwoPeopleEnv };

/** What the audit log names. */
export const releaseRuleTarget = { kind: "rule", id: "releaseRule", label: "Dias até a liberação" } as const;

/** Returns the rule as the audit log and a request for a second person have it: the database compares them. */
export function factsOfRule({ days, from }: Pick<ReleaseRuleChange, "days" | "from">) {
  return { pixDays: days.pix, boletoDays: days.boleto, cardDays: days.card, from };
}

/**
 * Sets the days until releases from a day to come, with an audit entry. Sales keep the days in force when they were
 * paid. Where two people are required, it waits for another administrator (`decideRequest`).
 */
export async function changeReleaseRule(
  { db, env }: Needs,
  change: ReleaseRuleChange,
  by: Actor,
): Promise<ReleaseRuleChanged> {
  const { id, from, reason } = change;
  return db.transaction().execute(async (trx) => {
    await lockReleaseRules(trx);
    if (await hasReleaseRule(trx, id)) return { ok: true, repeated: true } as const;
    const error = judgeFeeStart(from, by.at);
    if (error) return { ok: false, error } as const;
    const rule = factsOfRule(change);
    const entry = { target: releaseRuleTarget, after: rule, reason } as const;
    const request = { id, accountId: by.userId, rule: { rule, reason } };
    const set = () => setReleaseRule(trx, change, { by });
    const changed = await setOrRequest(trx, env, { act: "changeReleaseRule", set, request, entry }, by);
    return changed ?? { ok: true, repeated: true };
  });
}

/**
 * Sets the days in a transaction, with its audit entry, dated `by.at`. `requested`: the request that `by` approved,
 * whose requester is the author.
 */
export async function setReleaseRule(
  trx: Db,
  { id, days, from, reason }: ReleaseRuleChange,
  { requested, by }: { requested?: ApprovedRequest; by: Actor },
): Promise<{ ok: true } | { ok: false; error: RuleRefusal }> {
  await lockReleaseRules(trx);
  const error = judgeFeeStart(from, by.at);
  if (error) return { ok: false, error };
  const before = await findReleaseRules(trx, { now: by.at, today: dayOf(by.at) });
  await insertReleaseRule(trx, {
    id,
    days,
    from,
    reason,
    by: requested?.by.userId ?? by.userId,
    requestId: requested?.requestId,
    now: by.at,
  });
  const { from: _, ...daysBefore } = factsOfRule({ days: before.days, from });
  await insertAuditEntry(trx, by, {
    action: "releaseRuleChanged",
    target: releaseRuleTarget,
    before: daysBefore,
    after: { ...factsOfRule({ days, from }), ...(requested && { requestedBy: requested.by.email }) },
    reason,
  });
  return { ok: true };
}
