import type { Actor } from "~/features/base/audit/actor.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { type Day, dayOf } from "~/features/base/money/days";
import { judgeFeeStart } from "~/features/ledger/fees/fee-start";
import { lockCreator } from "~/features/ledger/ledger/adjustments.queries.server";
import type { Reserve } from "~/features/ledger/ledger/reserve-rule";
import {
  type ActResult,
  type Authority,
  authorOf,
  awaitApproval,
  requesterFact,
  type TwoPeopleEnv,
} from "~/features/ledger/second-person/approvals.server";
import { postMail } from "~/features/mail/outbox/post-mail.server";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import type { RuleRefusal } from "./change-release-rule.server";
import { findOwnReserve, findReserveCreator, insertReserve } from "./releases.queries.server";

export interface ReserveChange {
  /** Made with the form, so that a form sent twice sets the reserve once. */
  id: string;
  creatorId: string;
  /** Of zero percent and zero days: none from that day on. */
  reserve: Reserve;
  /** The first day in São Paulo on which it holds. */
  from: Day;
  reason: string;
}

type Needs = Pick<Services, "db"> & { env: TwoPeopleEnv };

/** Returns the reserve as the audit log and a request for a second person have it: the database compares them. */
export function factsOfReserve({ reserve, from }: Pick<ReserveChange, "reserve" | "from">) {
  return { reserveBp: reserve.bp, reserveDays: reserve.days, from };
}

/** Sets a creator's reserve from a day to come (`setReserve`). */
export async function changeReserve({ db, env }: Needs, change: ReserveChange, by: Actor) {
  return db.transaction().execute((trx) => setReserve(trx, change, { by, env }));
}

/**
 * Sets a reserve in a transaction, with its audit entry and the mail to the creator, dated `by.at`. Sales keep the
 * reserve in force when they were paid. Where two people are required, it waits for an approval.
 */
export async function setReserve(
  trx: Db,
  { id, creatorId, reserve, from, reason }: ReserveChange,
  authority: Authority,
): Promise<ActResult<RuleRefusal>> {
  const { by } = authority;
  const name = await lockCreator(trx, creatorId);
  const known = await findReserveCreator(trx, id);
  if (name === undefined || (known ?? creatorId) !== creatorId) return { ok: false, error: "notFound" };
  if (known !== undefined) return { ok: true, repeated: true };
  const error = judgeFeeStart(from, by.at);
  if (error) return { ok: false, error };
  const target = { kind: "account", id: creatorId, label: name } as const;
  const rule = factsOfReserve({ reserve, from });
  const request = { kind: "reserve", id, accountId: creatorId, rule, reason } as const;
  const waiting = await awaitApproval(trx, authority, request, { target, after: rule, reason });
  if (waiting) return waiting;
  const before = await findOwnReserve(trx, creatorId, { now: by.at, today: dayOf(by.at) });
  await insertReserve(trx, {
    id,
    creatorId,
    reserve,
    from,
    reason,
    ...authorOf(authority),
    now: by.at,
  });
  await insertAuditEntry(trx, by, {
    action: "reserveChanged",
    target,
    before: { reserveBp: before.now?.bp ?? 0, reserveDays: before.now?.days ?? 0 },
    after: { ...rule, ...requesterFact(authority) },
    reason,
  });
  await postMail(trx, {
    kind: "reserveChanged",
    key: `reserveChanged:${id}`,
    to: { userId: creatorId },
    facts: { reserveId: id },
  });
  return { ok: true, repeated: false };
}
