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
import { formatDay } from "~/i18n/dates";
import type { Day } from "~/i18n/days";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import {
  findCreatorFeeBp,
  findFeeCreator,
  findFeeForMail,
  insertCreatorFee,
} from "./creator-fees.queries.server";
import { judgeFeeStart } from "./rule-forms";

/** Names no past sale. Skipped once another fee replaces it for the same day. */
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

interface FeeChange {
  /** A form sent twice sets the fee once. */
  id: string;
  creatorId: string;
  /** The platform's share in basis points. */
  bp: number;
  /** The first day in São Paulo. */
  from: Day;
  reason: string;
}

export type FeeRefusal = NonNullable<ReturnType<typeof judgeFeeStart>>;

type Needs = Pick<Services, "db"> & { env: TwoPeopleEnv };

export async function changeFee({ db, env }: Needs, change: FeeChange, by: Actor) {
  return db.transaction().execute((trx) => setFee(trx, change, { by, env }));
}

/** Sales keep their fee. May wait for an approval. */
export async function setFee(
  trx: Db,
  { id, creatorId, bp, from, reason }: FeeChange,
  authority: Authority,
): Promise<ActResult<FeeRefusal>> {
  const { by } = authority;
  const name = await lockCreator(trx, creatorId);
  const known = await findFeeCreator(trx, id);
  if (name === undefined || (known ?? creatorId) !== creatorId) return { ok: false, error: "notFound" };
  if (known !== undefined) return { ok: true, repeated: true };
  const error = judgeFeeStart(from, by.at);
  if (error) return { ok: false, error };
  const target = { kind: "account", id: creatorId, label: name } as const;
  const after = { feeBp: bp, from };
  const request = { kind: "fee", id, accountId: creatorId, feeBp: bp, feeFrom: from, reason } as const;
  const waiting = await awaitApproval(trx, authority, request, { target, after, reason });
  if (waiting) return waiting;
  const before = await findCreatorFeeBp(trx, creatorId, by.at);
  await insertCreatorFee(trx, {
    id,
    creatorId,
    bp,
    from,
    reason,
    ...authorOf(authority),
    now: by.at,
  });
  await insertAuditEntry(trx, by, {
    action: "creatorFeeChanged",
    target,
    before: { feeBp: before },
    after: { ...after, ...requesterFact(authority) },
    reason,
  });
  await postMail(trx, {
    kind: "feeChanged",
    key: `feeChanged:${id}`,
    to: { userId: creatorId },
    facts: { feeId: id },
  });
  return { ok: true, repeated: false };
}
