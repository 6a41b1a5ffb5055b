import type { Actor } from "~/features/base/audit/actor.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { formatDay } from "~/features/base/form-fields/dates";
import { type Day, dayOf } from "~/features/base/money/days";
import { formatPercent } from "~/features/base/money/platform-share";
import { judgeFeeStart } from "~/features/ledger/fees/fee-start";
import { lockCreator } from "~/features/ledger/ledger/adjustments.queries.server";
import type { Reserve } from "~/features/ledger/ledger/release-rules";
import { setOrRequest } from "~/features/ledger/second-person/request-change.server";
import type { ApprovedRequest, TwoPeopleEnv } from "~/features/ledger/second-person/two-people.server";
import type { MailWriter } from "~/features/mail/outbox/mail-writer";
import { postMail } from "~/features/mail/outbox/post-mail.server";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import type { RuleRefusal } from "./change-release-rule.server";
import {
  findOwnReserve,
  findReserveCreator,
  findReserveForMail,
  insertReserve,
} from "./releases.queries.server";

/** A reserve that was set or ended for a creator, until another one replaces it for the same day. */
export const writeReserveChanged: MailWriter = async ({ facts, userId }, { db, texts, urlOf }) => {
  const rule = await findReserveForMail(db, String(facts.reserveId));
  if (!rule || rule.creatorId !== userId || rule.replaced) return undefined;
  const { text, locale } = texts;
  const day = (of: Day) => formatDay(new Date(`${of}T12:00:00Z`), locale);
  const date = day(rule.from);
  const write = ({ bp, days }: Reserve) =>
    bp === 0
      ? text("creatorMails.reserve.none")
      : text("creatorMails.reserve.part", { percent: formatPercent(bp, locale), days });
  const ends = rule.bp === 0;
  return {
    locale,
    subject: text(ends ? "creatorMails.reserve.endsSubject" : "creatorMails.reserve.subject", { date }),
    title: text(ends ? "creatorMails.reserve.endsTitle" : "creatorMails.reserve.title"),
    paragraphs: [
      ends
        ? text("creatorMails.reserve.ends", { date })
        : text("creatorMails.reserve.text", {
            date,
            days: rule.days,
            percent: formatPercent(rule.bp, locale),
          }),
      text("creatorMails.reserve.untouched", { date }),
    ],
    facts: [
      {
        label: text("creatorMails.reserve.until"),
        value: write({ bp: rule.beforeBp, days: rule.beforeDays }),
      },
      { label: text("creatorMails.reserve.since", { date }), value: write(rule) },
      { label: text("creatorMails.reserve.reason"), value: rule.reason },
    ],
    button: { label: text("creatorMails.reserve.press"), href: urlOf("/creator/payments") },
  };
};

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

export type ReserveRefusal = "accountGone" | RuleRefusal;

/** `waiting`: the reserve is set once another administrator has approved it. */
export type ReserveChanged =
  | { ok: true; repeated: boolean; waiting?: true }
  | { ok: false; error: "notFound" | ReserveRefusal };

type Needs = Pick<Services, "db"> & { env: TwoPeopleEnv };

/** Returns the reserve as the audit log and a request for a second person have it: the database compares them. */
export function factsOfReserve({ reserve, from }: Pick<ReserveChange, "reserve" | "from">) {
  return { reserveBp: reserve.bp, reserveDays: reserve.days, from };
}

/**
 * Sets a creator's reserve from a day to come, with an audit entry. Sales keep the reserve in force when they were
 * paid. Where two people are required, it waits for another administrator (`decideRequest`).
 */
export async function changeReserve(
  { db, env }: Needs,
  change: ReserveChange,
  by: Actor,
): Promise<ReserveChanged> {
  const { id, creatorId, from, reason } = change;
  return db.transaction().execute(async (trx) => {
    const name = await lockCreator(trx, creatorId);
    if (name === undefined) return { ok: false, error: "notFound" } as const;
    const known = await findReserveCreator(trx, id);
    if (known !== undefined && known !== creatorId) return { ok: false, error: "notFound" } as const;
    if (known !== undefined) return { ok: true, repeated: true } as const;
    const error = judgeFeeStart(from, by.at);
    if (error) return { ok: false, error } as const;
    const rule = factsOfReserve(change);
    const entry = {
      target: { kind: "account", id: creatorId, label: name },
      after: rule,
      reason,
    } as const;
    const request = { id, accountId: creatorId, rule: { rule, reason } };
    const set = () => setReserve(trx, change, { by });
    const changed = await setOrRequest(trx, env, { act: "changeReserve", set, request, entry }, by);
    return changed ?? ({ ok: false, error: "notFound" } as const);
  });
}

/**
 * Sets a reserve in a transaction, with its audit entry and the mail to the creator, dated `by.at`. `requested`: the
 * request that `by` approved, whose requester is the author.
 */
export async function setReserve(
  trx: Db,
  { id, creatorId, reserve, from, reason }: ReserveChange,
  { requested, by }: { requested?: ApprovedRequest; by: Actor },
): Promise<{ ok: true } | { ok: false; error: ReserveRefusal }> {
  const name = await lockCreator(trx, creatorId);
  if (name === undefined) return { ok: false, error: "accountGone" };
  const error = judgeFeeStart(from, by.at);
  if (error) return { ok: false, error };
  const before = await findOwnReserve(trx, creatorId, { now: by.at, today: dayOf(by.at) });
  await insertReserve(trx, {
    id,
    creatorId,
    reserve,
    from,
    reason,
    by: requested?.by.userId ?? by.userId,
    requestId: requested?.requestId,
    now: by.at,
  });
  await insertAuditEntry(trx, by, {
    action: "reserveChanged",
    target: { kind: "account", id: creatorId, label: name },
    before: { reserveBp: before.now?.bp ?? 0, reserveDays: before.now?.days ?? 0 },
    after: { ...factsOfReserve({ reserve, from }), ...(requested && { requestedBy: requested.by.email }) },
    reason,
  });
  await postMail(trx, {
    kind: "reserveChanged",
    key: `reserveChanged:${id}`,
    to: { userId: creatorId },
    facts: { reserveId: id },
  });
  return { ok: true };
}
