import { listAdminIds } from "~/features/base/accounts/accounts.queries.server";
import type { MailWriter } from "~/features/base/mail/mail-parts";
import { postMail } from "~/features/base/mail/post-mail.server";
import { formatDateTime } from "~/i18n/dates";
import { dayMs } from "~/i18n/days";
import { formatMoney } from "~/i18n/money";
import { PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import type { Services } from "~/platform/services";
import { tryEach } from "~/platform/try-each";
import { findDisputeFacts, listDueDisputes, listSubmitted, reopenAnswer } from "./disputes.queries.server";

/** Longer than all attempts of a request: a younger submission may still be on its way. */
const settledMs = 5 * 60_000;
/** A round starts no requests after this: an unavailable provider fails slowly. */
const recheckMs = 60_000;
const recheckedMs = 24 * 60 * 60_000;

/**
 * Reopens answers recorded as submitted that never reached the provider, because the process ended: otherwise nobody
 * would answer before the deadline.
 */
export async function recheckSubmitted({
  db,
  payments,
  clock,
  log,
}: Pick<Services, "db" | "payments" | "clock" | "log">): Promise<void> {
  const now = clock().getTime();
  const submitted = await listSubmitted(db, {
    from: new Date(now - recheckedMs),
    to: new Date(now - settledMs),
  });
  const recheck = async ({ id, submitted_at }: (typeof submitted)[number]) => {
    const known = await payments.findDisputeCase(id);
    if (!submitted_at || known?.stage !== "needsResponse" || known.submissions > 0) return;
    await reopenAnswer(db, id, submitted_at);
    log.warn({ disputeId: id }, "a submitted answer had not reached the provider and is open again");
  };
  await tryEach(submitted, recheck, {
    maxMs: recheckMs,
    onFailure: (error, { id }) =>
      log.error({ err: error, disputeId: id }, "a submitted answer could not be looked up"),
  }).catch((error: unknown) => {
    // In an outage the next round repeats it.
    if (!(error instanceof PaymentsUnavailable)) throw error;
  });
}

/** Once per reminder, about unanswered disputes. */
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

/** Skipped once the dispute was answered or decided, or its deadline passed. */
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

/** Before the provider's deadline (`due_by`). */
const reminderDays = [5, 2, 1] as const;

const firstReminderMs = reminderDays[0] * dayMs;

/** Returns the days of the reminder that is due. */
export function decideReminder(dueBy: Date, now: Date): number {
  const left = (dueBy.getTime() - now.getTime()) / dayMs;
  return reminderDays.findLast((known) => left <= known) ?? reminderDays[0];
}
