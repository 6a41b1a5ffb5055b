import type { PageTexts } from "~/i18n/texts";
import type { Db } from "~/platform/db.server";
import type { JsonObject } from "~/platform/schema";
import type { MailKind } from "./mail-kinds";
import type { MailParts } from "./mail-parts";

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
