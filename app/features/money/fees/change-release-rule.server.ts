import type { Actor } from "~/features/base/audit/actor.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { type Day, dayOf } from "~/features/base/money/days";
import {
  type ActResult,
  type Authority,
  authorOf,
  awaitApproval,
  requesterFact,
  type TwoPeopleEnv,
} from "~/features/money/ledger/approvals.server";
import type { ReleaseDays } from "~/features/money/ledger/release-rules";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import { judgeFeeStart } from "./fee-start";
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

type Needs = Pick<Services, "db"> & { env: TwoPeopleEnv };

/** What the audit log names. */
export const releaseRuleTarget = { kind: "rule", id: "releaseRule", label: "Dias até a liberação" } as const;

/** Returns the rule as the audit log and a request for a second person have it: the database compares them. */
export function factsOfRule({ days, from }: Pick<ReleaseRuleChange, "days" | "from">) {
  return { pixDays: days.pix, boletoDays: days.boleto, cardDays: days.card, from };
}

/** Sets the days until releases from a day to come (`setReleaseRule`). */
export async function changeReleaseRule({ db, env }: Needs, change: ReleaseRuleChange, by: Actor) {
  return db.transaction().execute((trx) => setReleaseRule(trx, change, { by, env }));
}

/**
 * Sets the days in a transaction, with its audit entry, dated `by.at`. Sales keep the days in force when they were
 * paid. Where two people are required, it waits for an approval.
 */
export async function setReleaseRule(
  trx: Db,
  { id, days, from, reason }: ReleaseRuleChange,
  authority: Authority,
): Promise<ActResult<RuleRefusal>> {
  const { by } = authority;
  await lockReleaseRules(trx);
  if (await hasReleaseRule(trx, id)) return { ok: true, repeated: true };
  const error = judgeFeeStart(from, by.at);
  if (error) return { ok: false, error };
  const rule = factsOfRule({ days, from });
  const request = { kind: "releaseRule", id, accountId: by.userId, rule, reason } as const;
  const entry = { target: releaseRuleTarget, after: rule, reason };
  const waiting = await awaitApproval(trx, authority, request, entry);
  if (waiting) return waiting;
  const before = await findReleaseRules(trx, { now: by.at, today: dayOf(by.at) });
  await insertReleaseRule(trx, {
    id,
    days,
    from,
    reason,
    ...authorOf(authority),
    now: by.at,
  });
  const { from: _, ...daysBefore } = factsOfRule({ days: before.days, from });
  await insertAuditEntry(trx, by, {
    action: "releaseRuleChanged",
    target: releaseRuleTarget,
    before: daysBefore,
    after: { ...rule, ...requesterFact(authority) },
    reason,
  });
  return { ok: true, repeated: false };
}
