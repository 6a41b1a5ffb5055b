import { listAdminIds } from "~/features/accounts/accounts/administrators.queries.server";
import { formatDateTime } from "~/features/base/form-fields/dates";
import { formatMoney } from "~/features/base/money/money";
import type { MailWriter } from "~/features/mail/outbox/mail-writer";
import { postMail } from "~/features/mail/outbox/post-mail.server";
import type { Services } from "~/platform/services";
import { tryEach } from "~/platform/try-each";
import { decideReminder, firstReminderMs } from "./dispute-reminder";
import { findDisputeFacts, listDueDisputes } from "./disputes.queries.server";

/** Reminds administrators of disputes that nobody answered: 5, 2 and 1 days before the end, once each. */
export async function remindOfDisputes({
  db,
  clock,
  log,
}: Pick<Services, "db" | "clock" | "log">): Promise<void> {
  const now = clock();
  const due = await listDueDisputes(db, { now, before: new Date(now.getTime() + firstReminderMs) });
  if (due.length === 0) return;
  const admins = await listAdminIds(db);
  const remind = async ({ id, due_by }: (typeof due)[number]) => {
    if (!due_by) return;
    const days = decideReminder(due_by, now);
    await db.transaction().execute(async (trx) => {
      for (const userId of admins)
        await postMail(trx, {
          kind: "disputeDue",
          key: `disputeDue:${id}:${days}:${userId}`,
          to: { userId },
          facts: { disputeId: id },
        });
    });
  };
  await tryEach(due, remind, {
    onFailure: (error, { id }) => log.error({ err: error, disputeId: id }, "a reminder could not be posted"),
  });
}

/** Skipped if the dispute was answered or decided since, or its deadline passed. */
export const writeDisputeDue: MailWriter = async ({ facts }, { db, now, texts: { text, locale }, urlOf }) => {
  const dispute = await findDisputeFacts(db, String(facts.disputeId));
  if (!dispute?.due_by || dispute.due_by <= now || dispute.submitted_at || dispute.accepted_at)
    return undefined;
  if (dispute.status !== "open" && dispute.status !== "inquiry") return undefined;
  const amount = formatMoney(dispute.amount_cents, dispute.currency, locale);
  const date = formatDateTime(dispute.due_by, locale);
  return {
    locale,
    subject: text("accountMails.disputeDue.subject", { amount, date }),
    title: text("accountMails.disputeDue.title", { amount }),
    paragraphs: [text("accountMails.disputeDue.text", { title: dispute.title, date })],
    button: { label: text("accountMails.disputeDue.press"), href: urlOf(`/admin/disputes/${dispute.id}`) },
  };
};
