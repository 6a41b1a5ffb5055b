import type { MailKind } from "~/features/base/mail/mail-kinds";
import type { MailContext, MailWriter } from "~/features/base/mail/mail-parts";
import { postMail } from "~/features/base/mail/post-mail.server";
import { formatDateTime } from "~/i18n/dates";
import { type Locale, parseLocale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import type { JsonObject } from "~/platform/schema";
import { makeToken } from "~/platform/secrets.server";
import { nameBrowser } from "~/platform/session/actor.server";
import { findWaitingEmail, listFormerAddresses, replaceUndoLink } from "./account-changes.queries.server";
import { undoDays } from "./undo-rules";

const undoPath = "/undo-change";

/**
 * Adds the button that undoes the mail's change. The token is made here, so that no table holds it. A copy to a former
 * address (`ownerId`) has no other links: they lead into an account that this address no longer opens.
 */
export function withUndoLink(write: MailWriter): MailWriter {
  return async (mail, context) => {
    const parts = await write(mail, context);
    const changeId = Number(mail.facts.undoes);
    if (!parts || !Number.isSafeInteger(changeId)) return parts;
    const { token, tokenHash } = makeToken();
    const link = { mailId: mail.id, changeId, tokenHash };
    if (!(await replaceUndoLink(context.db, link))) return parts;
    const { text } = context.texts;
    const copy = mail.facts.ownerId !== undefined;
    const accountLinks = [...(parts.button ? [parts.button] : []), ...(parts.links ?? [])];
    return {
      ...parts,
      paragraphs: [
        ...parts.paragraphs.filter((paragraph) => paragraph !== text("securityMails.notYou")),
        text(copy ? "undoMails.copy" : "undoMails.notYou", { days: undoDays }),
      ],
      button: {
        label: text("undoMails.press"),
        href: context.urlOf(`${undoPath}?${new URLSearchParams({ token })}`),
      },
      links: copy ? undefined : accountLinks,
      ...(copy && { notice: undefined }),
    };
  };
}

function shownMoment(at: unknown, locale: Locale): string {
  return formatDateTime(new Date(String(at)), locale);
}

export const writePasswordChanged: MailWriter = async ({ facts }, { texts: { text, locale }, urlOf }) => ({
  locale,
  subject: text("accountMails.passwordChanged.subject"),
  title: text("accountMails.passwordChanged.title"),
  paragraphs: [
    text("accountMails.passwordChanged.text", { date: shownMoment(facts.at, locale) }),
    text("accountMails.passwordChanged.notYou"),
  ],
  button: { label: text("accountMails.passwordChanged.press"), href: urlOf("/forgot-password") },
});

/** A sign-in from a browser that the account has not used before. */
export const writeNewSignIn: MailWriter = async ({ facts }, { texts: { text, locale }, urlOf }) => ({
  locale,
  subject: text("accountMails.newSignIn.subject"),
  title: text("accountMails.newSignIn.title"),
  paragraphs: [text("accountMails.newSignIn.text"), text("accountMails.newSignIn.notYou")],
  button: { label: text("accountMails.newSignIn.press"), href: urlOf("/account") },
  facts: [
    {
      label: text("accountMails.newSignIn.browser"),
      value:
        typeof facts.browser === "string" ? facts.browser : text("accountMails.newSignIn.unknownBrowser"),
    },
    { label: text("accountMails.newSignIn.date"), value: shownMoment(facts.at, locale) },
  ],
});

const emailIn = (facts: JsonObject) => (typeof facts.email === "string" ? facts.email : "");

const toAccount = ({ texts: { text }, urlOf }: MailContext) => ({
  label: text("securityMails.press"),
  href: urlOf("/account/profile"),
});

/** To both addresses; skipped once the change was made or ended. */
export const writeEmailChangeWaits: MailWriter = async ({ userId, facts }, context) => {
  const owner = userId ?? (typeof facts.ownerId === "string" ? facts.ownerId : undefined);
  const waiting = owner && (await findWaitingEmail(context.db, owner));
  if (!waiting || waiting.new_email !== emailIn(facts)) return undefined;
  const { text, locale } = context.texts;
  const date = formatDateTime(new Date(String(facts.at)), locale);
  return {
    locale,
    subject: text("undoMails.waits.subject"),
    paragraphs: [
      text("mails.hello"),
      text("undoMails.waits.text", { date, email: emailIn(facts) }),
      text("undoMails.waits.account"),
    ],
    button: toAccount(context),
  };
};

/** `failed`: another account has the new e-mail. */
export function writeEmailChangeStopped(why: "cancelled" | "failed"): MailWriter {
  return async ({ facts }, context) => {
    const { text, locale } = context.texts;
    return {
      locale,
      subject: text(`undoMails.${why}.subject`),
      paragraphs: [text("mails.hello"), text(`undoMails.${why}.text`, { email: emailIn(facts) })],
      button: toAccount(context),
    };
  };
}

export const writeChangeUndone: MailWriter = async ({ facts }, { texts: { text, locale }, urlOf }) => ({
  locale,
  subject: text("undoMails.undone.subject"),
  paragraphs: [
    text("mails.hello"),
    text("undoMails.undone.text", { email: emailIn(facts) }),
    text("undoMails.undone.next"),
  ],
  button: { label: text("undoMails.undone.press"), href: urlOf("/forgot-password") },
});

/** Also says what linking removed (docs/decisions/0014). */
export const writeGoogleLinked: MailWriter = async ({ facts }, { texts: { text, locale }, urlOf }) => {
  const dropped = facts.dropped === true;
  return {
    locale,
    subject: text("undoMails.google.subject"),
    paragraphs: [
      text("mails.hello"),
      text("undoMails.google.text", { email: emailIn(facts) }),
      ...(dropped ? [text("undoMails.google.dropped")] : []),
      ...(facts.payoutForgotten === true ? [text("undoMails.google.payout")] : []),
      dropped ? text("undoMails.google.password") : text("securityMails.notYou"),
    ],
    button: dropped
      ? { label: text("undoMails.google.press"), href: urlOf("/forgot-password") }
      : { label: text("undoMails.google.see"), href: urlOf("/account") },
  };
};

export async function postPasswordChanged(trx: Db, userId: string, now: Date): Promise<void> {
  const key = `passwordChanged:${userId}:${now.getTime()}`;
  await postOwnerMail(trx, { kind: "passwordChanged", key, userId, facts: { at: now.toISOString() }, now });
}

/** Once per session. */
export async function postNewSignIn(
  trx: Db,
  { userId, sessionIdHash, userAgent }: { userId: string; sessionIdHash: string; userAgent: string | null },
  now: Date,
): Promise<void> {
  await postOwnerMail(trx, {
    kind: "newSignIn",
    key: `newSignIn:${userId}:${sessionIdHash.slice(0, 16)}`,
    userId,
    facts: { at: now.toISOString(), browser: nameBrowser(userAgent) ?? null },
    now,
  });
}

interface OwnerMail {
  kind: MailKind;
  key: string;
  userId: string;
  facts?: JsonObject;
  /** The change that a link in the account's mail undoes. */
  undoes?: number;
  now: Date;
}

/**
 * Also mails each address of the last seven days, with a link that restores it: after a takeover the present address may
 * be the thief's.
 */
export async function postOwnerMail(trx: Db, mail: OwnerMail): Promise<void> {
  const { kind, key, userId, facts = {}, undoes, now } = mail;
  const ofAccount = undoes === undefined ? facts : { ...facts, undoes };
  await postMail(trx, { kind, key, to: { userId }, facts: ofAccount });
  for (const { email, changeId, locale } of await listFormerAddresses(trx, userId, now)) {
    await postMail(trx, {
      kind,
      key: `${key}:former:${changeId}`,
      to: { email, locale: parseLocale(locale) },
      facts: { ...facts, ownerId: userId, undoes: changeId },
    });
  }
}
