import { nameBrowser } from "~/features/base/form-fields/browser-name";
import type { MailKind } from "~/features/base/mail/mail-kinds";
import { postMail } from "~/features/base/mail/post-mail.server";
import { parseLocale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import type { JsonObject } from "~/platform/schema";
import { listFormerAddresses } from "./account-changes.queries.server";

export async function postPasswordChanged(trx: Db, userId: string, now: Date): Promise<void> {
  const key = `passwordChanged:${userId}:${now.getTime()}`;
  await postOwnerMail(trx, { kind: "passwordChanged", key, userId, facts: { at: now.toISOString() }, now });
}

/** Posts the mail about a sign-in from a new browser. `sessionIdHash` makes it one mail for each session. */
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
  /** The change that a link in the mail to the account undoes. */
  undoes?: number;
  now: Date;
}

/**
 * Posts a mail about an account's safety to the account and to each address that it had in the last seven days: after a
 * takeover the present address may be the thief's. The copies have a link that puts their address back.
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
