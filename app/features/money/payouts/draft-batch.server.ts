import { listAdminIds } from "~/features/accounts/accounts/administrators.queries.server";
import type { MailWriter } from "~/features/base/mail/mail-parts";
import { postMail } from "~/features/base/mail/post-mail.server";
import { dayOf } from "~/features/base/money/days";
import { formatMoney } from "~/features/base/money/money";
import type { Services } from "~/platform/services";
import { draftHour, nextPayoutDay } from "./payout-days";
import { loadNextBatch } from "./prepare-payouts.server";
import { findPayoutDraft, findPayoutWeekdays, insertPayoutDraft } from "./schedule.queries.server";

const hourFormat = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  hourCycle: "h23",
  timeZone: "America/Sao_Paulo",
});

/**
 * On the morning of a payout day, records once what the batch would contain and asks the administrators by mail to
 * prepare it. Without anything to pay there is no draft and no mail.
 */
export async function draftBatch({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const now = clock();
  const day = dayOf(now);
  if (Number(hourFormat.format(now)) < draftHour) return;
  if (nextPayoutDay(day, await findPayoutWeekdays(db)) !== day || (await findPayoutDraft(db, day))) return;
  const batch = await loadNextBatch(db, { asOf: now });
  if (batch.payouts.length === 0) return;
  await db.transaction().execute(async (trx) => {
    const draft = { day, payouts: batch.payouts.length, cents: batch.cents };
    if (!(await insertPayoutDraft(trx, { ...draft, now }))) return;
    for (const userId of await listAdminIds(trx))
      await postMail(trx, {
        kind: "payoutDraft",
        key: `payoutDraft:${userId}:${day}`,
        to: { userId },
        facts: { day },
      });
  });
}

export const writePayoutDraft: MailWriter = async (
  { facts },
  { db, now, texts: { text, locale }, urlOf },
) => {
  // Late by a day, its sums and its "today" are wrong.
  if (facts.day !== dayOf(now)) return undefined;
  const draft = await findPayoutDraft(db, String(facts.day));
  if (!draft) return undefined;
  const sum = formatMoney(draft.cents, "BRL", locale);
  const count =
    draft.payouts === 1
      ? text("accountMails.payoutDraft.one")
      : text("accountMails.payoutDraft.many", { count: draft.payouts });
  return {
    locale,
    subject: text("accountMails.payoutDraft.subject", { sum, count }),
    title: text("accountMails.payoutDraft.title"),
    paragraphs: [text("accountMails.payoutDraft.text", { sum, count })],
    button: { label: text("accountMails.payoutDraft.press"), href: urlOf("/admin/payouts/prepare") },
  };
};
