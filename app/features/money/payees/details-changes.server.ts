import { postOwnerMail } from "~/features/base/account-changes/account-mails.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import type { MailContext, MailWriter } from "~/features/base/mail/mail-parts";
import { formatDateTime } from "~/i18n/dates";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import type { Actor } from "~/platform/session/actor.server";
import {
  cancelChange,
  findChange,
  findLastChange,
  findPayoutSettings,
  insertChange,
  listChanges,
  listChangesSince,
  lockPayoutSettings,
  updatePayoutSettings,
} from "./details.queries.server";
import { decidePayeeAt, holdHours, isHeld } from "./details-hold";
import { maskDetails } from "./masked-detail";
import type { StoredDetails } from "./payee";

/** Skipped once the change was cancelled. */
export const writeDetailsChanged: MailWriter = async ({ facts }, context) => {
  const { db, texts, now } = context;
  const { text, locale } = texts;
  const change = await findChange(db, Number(facts.changeId));
  if (!change || change.cancelledAt) return undefined;
  const held = isHeld(change, now);
  const date = formatDateTime(change.effectiveAt, locale);
  return {
    ...frame(context),
    subject: text(held ? "payoutMails.changed.heldSubject" : "payoutMails.changed.subject"),
    paragraphs: [text(held ? "payoutMails.changed.held" : "payoutMails.changed.inForce", { date })],
    facts: [
      { label: text("payoutMails.from"), value: maskDetails(change.replaced) || "–" },
      { label: text("payoutMails.to"), value: maskDetails(change.chosen) || "–" },
      { label: text("payoutMails.changedAt"), value: formatDateTime(change.changedAt, locale) },
      { label: text("payoutMails.applies"), value: date },
    ],
  };
};

export const writeDetailsCancelled: MailWriter = async ({ facts }, context) => {
  const { db, texts } = context;
  const { text, locale } = texts;
  const change = await findChange(db, Number(facts.changeId));
  if (!change?.cancelledAt) return undefined;
  return {
    ...frame(context),
    subject: text("payoutMails.cancelled.subject"),
    paragraphs: [text("payoutMails.cancelled.text", { to: maskDetails(change.chosen) || "–" })],
    facts: [
      { label: text("payoutMails.staysAt"), value: maskDetails(change.replaced) || "–" },
      { label: text("payoutMails.cancelledAt"), value: formatDateTime(change.cancelledAt, locale) },
    ],
  };
};

/** Advises recovery, which also works after a thief changed the password. */
function frame({ texts: { text, locale }, urlOf }: MailContext) {
  return {
    locale,
    label: text("payoutMails.label"),
    button: { label: text("payoutMails.press"), href: urlOf("/creator/payments") },
    notice: {
      strong: text("payoutMails.notYou"),
      text: text("payoutMails.notYouText"),
      link: { label: text("payoutMails.password"), href: urlOf("/forgot-password") },
    },
  };
}

/**
 * Cancels a held change; with `since`, changes from then on are replaced at once by the details in force before the
 * first of them. Returns false if there is nothing to put back.
 */
export async function restoreDetails(
  trx: Db,
  by: Actor,
  now: Date,
  { since }: { since?: Date } = {},
): Promise<boolean> {
  const saved = await lockPayoutSettings(trx, by.userId);
  if (!saved) return false;
  const last = await findLastChange(trx, by.userId);
  const [first] = since ? await listChangesSince(trx, { creatorId: by.userId, since }) : [];
  const held = isHeld(last, now) ? last : undefined;
  const restored = first?.replaced ?? held?.replaced;
  if (!restored) return false;
  await updatePayoutSettings(trx, by.userId, restored);
  if (held) await cancelChange(trx, { id: held.id, now });
  await recordDetails(trx, by, "payoutDetailsCancelled", saved, restored);
  // Details already in force are replaced by a change of its own, which is not held.
  const replacesInForce = first && first.effectiveAt <= now;
  const changeId = replacesInForce
    ? await insertChange(trx, {
        creatorId: by.userId,
        replaced: saved,
        chosen: restored,
        now,
        effectiveAt: now,
      })
    : held?.id;
  if (changeId !== undefined)
    await postDetailsMail(trx, {
      kind: replacesInForce ? "payoutDetailsChanged" : "payoutDetailsCancelled",
      userId: by.userId,
      changeId,
      now,
    });
  return true;
}

type DetailsAction = "payoutDetailsChanged" | "payoutDetailsCancelled";

/** Also to the creator's addresses of the last seven days. */
export async function postDetailsMail(
  trx: Db,
  { kind, userId, changeId, now }: { kind: DetailsAction; userId: string; changeId: number; now: Date },
): Promise<void> {
  await postOwnerMail(trx, { kind, key: `${kind}:${changeId}`, userId, facts: { changeId }, now });
}

export async function recordDetails(
  trx: Db,
  by: Actor,
  action: DetailsAction,
  from: StoredDetails,
  to: StoredDetails,
): Promise<void> {
  await insertAuditEntry(trx, by, {
    action,
    target: { kind: "account", id: by.userId, label: by.email },
    before: { paidTo: maskDetails(from) },
    after: { paidTo: maskDetails(to) },
  });
}

/** The last changes, newest first and masked, and the held one with the destination meanwhile. */
export async function showDetailsChanges(
  db: Db,
  { creatorId, now, locale }: { creatorId: string; now: Date; locale?: Locale },
) {
  const [saved, changes] = await Promise.all([findPayoutSettings(db, creatorId), listChanges(db, creatorId)]);
  return describeDetailsChanges({ saved, changes }, { now, locale });
}

export function describeDetailsChanges(
  { saved, changes }: { saved: StoredDetails | undefined; changes: Awaited<ReturnType<typeof listChanges>> },
  { now, locale }: { now: Date; locale?: Locale | undefined },
) {
  const last = changes.find(({ cancelledAt }) => cancelledAt === null);
  return {
    held:
      saved && isHeld(last, now)
        ? {
            until: formatDateTime(last.effectiveAt, locale),
            hours: holdHours,
            /** Null while nothing can be paid. */
            paidTo: decidePayeeAt({ ...saved, full_name: "-", suspended: false }, last, now).ok
              ? maskDetails(last.replaced)
              : null,
          }
        : null,
    changes: changes.map((change) => ({
      id: change.id,
      date: formatDateTime(change.changedAt, locale),
      from: maskDetails(change.replaced),
      to: maskDetails(change.chosen),
      ...describeState(change, now, locale),
    })),
  };
}

function describeState(
  change: Awaited<ReturnType<typeof listChanges>>[number],
  now: Date,
  locale: Locale | undefined,
) {
  if (change.cancelledAt)
    return { state: "cancelled", since: formatDateTime(change.cancelledAt, locale) } as const;
  return {
    state: isHeld(change, now) ? "held" : "inForce",
    since: formatDateTime(change.effectiveAt, locale),
  } as const;
}

export type DetailsView = ReturnType<typeof describeDetailsChanges>;
