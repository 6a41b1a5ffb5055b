import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import type { MailWriter } from "~/features/base/mail/mail-parts";
import { postMail } from "~/features/base/mail/post-mail.server";
import { formatPercent } from "~/features/base/money/platform-share";
import { lockCreator } from "~/features/money/ledger/adjustments.queries.server";
import {
  type ActResult,
  type Authority,
  authorOf,
  awaitApproval,
  requesterFact,
  type TwoPeopleEnv,
} from "~/features/money/ledger/approvals.server";
import type { ReleaseDays, Reserve } from "~/features/money/ledger/release-rules";
import { formatDay } from "~/i18n/dates";
import { type Day, dayOf } from "~/i18n/days";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import {
  findOwnReserve,
  findReleaseRules,
  findReserveCreator,
  findReserveForMail,
  hasReleaseRule,
  insertReleaseRule,
  insertReserve,
  lockReleaseRules,
} from "./releases.queries.server";
import { judgeFeeStart } from "./rule-forms";

interface ReleaseRuleChange {
  /** A form sent twice sets the rule once. */
  id: string;
  days: ReleaseDays;
  /** The first day in São Paulo. */
  from: Day;
  reason: string;
}

type RuleRefusal = NonNullable<ReturnType<typeof judgeFeeStart>>;

type Needs = Pick<Services, "db"> & { env: TwoPeopleEnv };

export const releaseRuleTarget = { kind: "rule", id: "releaseRule", label: "Dias até a liberação" } as const;

/** As in the audit log and a request for approval: the database compares them. */
function factsOfRule({ days, from }: Pick<ReleaseRuleChange, "days" | "from">) {
  return { pixDays: days.pix, boletoDays: days.boleto, cardDays: days.card, from };
}

export async function changeReleaseRule({ db, env }: Needs, change: ReleaseRuleChange, by: Actor) {
  return db.transaction().execute((trx) => setReleaseRule(trx, change, { by, env }));
}

/** Sales keep the days in force when they were paid. May wait for an approval. */
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

/** Skipped once another reserve replaces it for the same day. */
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

interface ReserveChange {
  /** A form sent twice sets the reserve once. */
  id: string;
  creatorId: string;
  /** Zero percent and zero days end the reserve. */
  reserve: Reserve;
  /** The first day in São Paulo. */
  from: Day;
  reason: string;
}

/** As in the audit log and a request for approval: the database compares them. */
function factsOfReserve({ reserve, from }: Pick<ReserveChange, "reserve" | "from">) {
  return { reserveBp: reserve.bp, reserveDays: reserve.days, from };
}

export async function changeReserve({ db, env }: Needs, change: ReserveChange, by: Actor) {
  return db.transaction().execute((trx) => setReserve(trx, change, { by, env }));
}

/** Sales keep the reserve in force when they were paid. May wait for an approval. */
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
