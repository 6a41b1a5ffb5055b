import type { Actor } from "~/features/base/audit/actor.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { formatDay } from "~/features/base/form-fields/dates";
import type { Day } from "~/features/base/money/days";
import { formatPercent } from "~/features/base/money/platform-share";
import { lockCreator } from "~/features/ledger/ledger/adjustments.queries.server";
import { setOrRequest } from "~/features/ledger/second-person/request-change.server";
import type { ApprovedRequest, TwoPeopleEnv } from "~/features/ledger/second-person/two-people.server";
import type { MailWriter } from "~/features/mail/outbox/mail-writer";
import { postMail } from "~/features/mail/outbox/post-mail.server";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import {
  findCreatorFeeBp,
  findFeeCreator,
  findFeeForMail,
  insertCreatorFee,
} from "./creator-fees.queries.server";
import { judgeFeeStart } from "./fee-start";

/** A fee that was decided for a creator, until another one replaces it for the same day. Names no past sale. */
export const writeFeeChanged: MailWriter = async ({ facts, userId }, { db, texts, urlOf }) => {
  const fee = await findFeeForMail(db, String(facts.feeId));
  if (!fee || fee.creatorId !== userId || fee.replaced) return undefined;
  const { text, locale } = texts;
  const shares = (bp: number) => ({
    creator: formatPercent(10_000 - bp, locale),
    platform: formatPercent(bp, locale),
  });
  const date = formatDay(new Date(`${fee.from}T12:00:00Z`), locale);
  return {
    locale,
    subject: text("creatorMails.fee.subject", { date }),
    title: text("creatorMails.fee.title"),
    paragraphs: [
      text("creatorMails.fee.text", { date, ...shares(fee.bp) }),
      text("creatorMails.fee.untouched", { date }),
    ],
    facts: [
      { label: text("creatorMails.fee.until"), value: text("creatorMails.fee.share", shares(fee.beforeBp)) },
      {
        label: text("creatorMails.fee.since", { date }),
        value: text("creatorMails.fee.share", shares(fee.bp)),
      },
      { label: text("creatorMails.fee.reason"), value: fee.reason },
    ],
    button: { label: text("creatorMails.fee.press"), href: urlOf("/creator/payments") },
  };
};

export interface FeeChange {
  /** Made with the form, so that a form sent twice sets the fee once. */
  id: string;
  creatorId: string;
  /** The platform's share in basis points. */
  bp: number;
  /** The first day in São Paulo on which it holds. */
  from: Day;
  reason: string;
}

export type FeeRefusal = "accountGone" | NonNullable<ReturnType<typeof judgeFeeStart>>;

/** `waiting`: the fee is set once another administrator has approved it. */
export type FeeChanged =
  | { ok: true; repeated: boolean; waiting?: true }
  | { ok: false; error: "notFound" | FeeRefusal };

type Needs = Pick<Services, "db"> & { env: TwoPeopleEnv };

/**
 * Sets a creator's fee from a day to come, with an audit entry. Sales keep the fee with which they were made. Where two
 * people are required, it waits for another administrator (`decideRequest`).
 */
export async function changeFee({ db, env }: Needs, change: FeeChange, by: Actor): Promise<FeeChanged> {
  const { id, creatorId, bp, from, reason } = change;
  return db.transaction().execute(async (trx) => {
    const name = await lockCreator(trx, creatorId);
    if (name === undefined) return { ok: false, error: "notFound" } as const;
    const known = await findFeeCreator(trx, id);
    if (known !== undefined && known !== creatorId) return { ok: false, error: "notFound" } as const;
    if (known !== undefined) return { ok: true, repeated: true } as const;
    const error = judgeFeeStart(from, by.at);
    if (error) return { ok: false, error } as const;
    const entry = {
      target: { kind: "account", id: creatorId, label: name },
      after: { feeBp: bp, from },
      reason,
    } as const;
    const request = { id, accountId: creatorId, fee: { bp, from, reason } };
    const set = () => setFee(trx, change, { by });
    const changed = await setOrRequest(trx, env, { act: "changeFee", set, request, entry }, by);
    return changed ?? ({ ok: false, error: "notFound" } as const);
  });
}

/**
 * Sets a fee in a transaction, with its audit entry and the mail to the creator, dated `by.at`. `requested`: the
 * request that `by` approved, whose requester is the author.
 */
export async function setFee(
  trx: Db,
  { id, creatorId, bp, from, reason }: FeeChange,
  { requested, by }: { requested?: ApprovedRequest; by: Actor },
): Promise<{ ok: true } | { ok: false; error: FeeRefusal }> {
  const name = await lockCreator(trx, creatorId);
  if (name === undefined) return { ok: false, error: "accountGone" };
  const error = judgeFeeStart(from, by.at);
  if (error) return { ok: false, error };
  const before = await findCreatorFeeBp(trx, creatorId, by.at);
  await insertCreatorFee(trx, {
    id,
    creatorId,
    bp,
    from,
    reason,
    by: requested?.by.userId ?? by.userId,
    requestId: requested?.requestId,
    now: by.at,
  });
  await insertAuditEntry(trx, by, {
    action: "creatorFeeChanged",
    target: { kind: "account", id: creatorId, label: name },
    before: { feeBp: before },
    after: { feeBp: bp, from, ...(requested && { requestedBy: requested.by.email }) },
    reason,
  });
  await postMail(trx, {
    kind: "feeChanged",
    key: `feeChanged:${id}`,
    to: { userId: creatorId },
    facts: { feeId: id },
  });
  return { ok: true };
}
