import type { Locale } from "~/i18n/languages";
import type { PageTexts } from "~/i18n/texts";
import type { Db } from "~/platform/db.server";
import type { JsonObject } from "~/platform/schema";
import type { MailKind } from "./mail-kinds";

interface MailLink {
  label: string;
  href: string;
}

/** Plain text: names, titles and reasons are user input. Pictures PNG or JPEG: Gmail shows no SVG, Outlook no WebP. */
export interface MailParts {
  locale: Locale;
  subject: string;
  /** For an inbox's preview. */
  preheader?: string | undefined;
  /** One word at the top, such as "Recibo". */
  label?: string | undefined;
  picture?: { src: string; alt: string } | undefined;
  /** Default: the subject. */
  title?: string | undefined;
  paragraphs: readonly string[];
  button?: MailLink | undefined;
  amount?: { label: string; value: string } | undefined;
  facts?: readonly { label: string; value: string }[] | undefined;
  /** To copy, such as a boleto's number. */
  code?: { label: string; value: string } | undefined;
  notice?: { strong: string; text: string; link?: MailLink | undefined } | undefined;
  links?: readonly MailLink[] | undefined;
  /** Default: the support address. */
  replyTo?: string | undefined;
  smallPrint?: readonly string[] | undefined;
  /** Ends mails of this kind (RFC 8058). For an account's groups it is set when sending. */
  unsubscribe?: MailLink | undefined;
  /** Ends the whole group's mails, beside one sender's. Set when sending. */
  unsubscribeGroup?: MailLink | undefined;
  /** Of mails in somebody's name: readers can mute them, and they have their own List-Id. */
  sender?: { id: string; name: string } | undefined;
}

export interface PostedMail {
  id: string;
  /** The recipient or subject; null for an address without an account. */
  userId: string | null;
  saleId: string | null;
  facts: JsonObject;
}

export interface MailContext {
  db: Db;
  texts: PageTexts;
  appUrl: string;
  now: Date;
  secret: string;
  /** Absolute URL in the recipient's language. */
  urlOf: (path: string) => string;
}

/** From the facts at the time of sending; undefined if nothing needs to be sent any more. */
export type MailWriter = (mail: PostedMail, context: MailContext) => Promise<MailParts | undefined>;

export type MailWriters = Record<MailKind, MailWriter>;
