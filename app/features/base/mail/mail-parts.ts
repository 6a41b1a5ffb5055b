import type { Locale } from "~/i18n/languages";
import type { PageTexts } from "~/i18n/texts";
import type { Db } from "~/platform/db.server";
import type { JsonObject } from "~/platform/schema";
import type { MailKind } from "./mail-kinds";

interface MailLink {
  label: string;
  /** Absolute. */
  href: string;
}

/**
 * The content of a mail. All of it is plain text: names, titles and reasons are user input. Addresses are absolute, and
 * pictures PNG or JPEG, because Gmail shows no SVG and Outlook no WebP.
 */
export interface MailParts {
  locale: Locale;
  subject: string;
  /** The first words of an inbox's preview. */
  preheader?: string | undefined;
  /** One word at the top, such as "Recibo". */
  label?: string | undefined;
  picture?: { src: string; alt: string } | undefined;
  /** The heading; the subject if there is none. */
  title?: string | undefined;
  paragraphs: readonly string[];
  button?: MailLink | undefined;
  amount?: { label: string; value: string } | undefined;
  facts?: readonly { label: string; value: string }[] | undefined;
  /** A text to copy, such as a boleto's number. */
  code?: { label: string; value: string } | undefined;
  notice?: { strong: string; text: string; link?: MailLink | undefined } | undefined;
  links?: readonly MailLink[] | undefined;
  /** Where answers go; the support address without it. */
  replyTo?: string | undefined;
  smallPrint?: readonly string[] | undefined;
  /**
   * Where mails of this kind are ended, by one press too (RFC 8058). Those of an account's groups get it when they are
   * sent.
   */
  unsubscribe?: MailLink | undefined;
  /** Where the mails of the whole group are ended, beside those of one sender. Set when it is sent. */
  unsubscribeGroup?: MailLink | undefined;
  /** Of mails in somebody's name: whose mails a reader may end on their own, and which have a List-Id of their own. */
  sender?: { id: string; name: string } | undefined;
}

export interface PostedMail {
  id: string;
  /** The account it goes to, or is about; null for an address without one. */
  userId: string | null;
  saleId: string | null;
  facts: JsonObject;
}

export interface MailContext {
  db: Db;
  /** In the recipient's language. */
  texts: PageTexts;
  appUrl: string;
  now: Date;
  /** Signs links of mails. */
  secret: string;
  /** Returns the absolute URL of one of our paths, in the recipient's language. */
  urlOf: (path: string) => string;
}

/** Returns a mail's content, from the facts at the time of sending; undefined if nothing needs to be sent any more. */
export type MailWriter = (mail: PostedMail, context: MailContext) => Promise<MailParts | undefined>;

export type MailWriters = Record<MailKind, MailWriter>;
