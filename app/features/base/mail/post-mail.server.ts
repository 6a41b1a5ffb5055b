import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { JsonObject } from "~/platform/schema";
import { findMailKind, type MailKind } from "./mail-kinds";
import { insertMailWithJob } from "./mails.queries.server";

/** People whose mails one job posts in one transaction. */
export const peopleAtOnce = 200;

export interface Mail {
  kind: MailKind;
  /** Unique, such as `receipt:${saleId}`: a second mail with the same key adds nothing. */
  key: string;
  /** An account, whose address and language are read when the mail is sent; or an address. */
  to: { userId: string } | { email: string; locale: Locale };
  /** Data for the writer beside the ids. Stored, so never a token or a password. */
  facts?: JsonObject;
  /** The sale it is about: administrators see its mails. */
  saleId?: string;
  /** Default: at once. */
  sendAt?: Date;
}

/** Optional mails wait for the others. */
const optionalPriority = 10;

/**
 * Adds a mail to the outbox, with the job that sends it, in the caller's transaction: it exists only if that commits. A
 * second mail with the same key adds nothing. Returns whether it was added.
 */
export async function postMail(trx: Db, mail: Mail): Promise<boolean> {
  return insertMailWithJob(trx, mail, priorityOf(mail.kind));
}

function priorityOf(kind: string): number {
  return findMailKind(kind)?.choice ? optionalPriority : 0;
}

/** Queues the sending of a stored mail, replacing a job that was given up. */
export async function queueMail(db: Db, mail: { id: string; kind: string }, runAt?: Date): Promise<void> {
  await addJob(
    db,
    "send-mail",
    { mailId: mail.id },
    {
      key: `mail:${mail.id}`,
      ...(runAt && { runAt }),
      priority: priorityOf(mail.kind),
    },
  );
}
