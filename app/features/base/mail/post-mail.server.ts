import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { JsonObject } from "~/platform/schema";
import { findMailKind, type MailKind } from "./mail-kinds";
import { insertMailWithJob } from "./mails.queries.server";

/** In one job and transaction. */
export const peopleAtOnce = 200;

export interface Mail {
  kind: MailKind;
  /** Such as `receipt:${saleId}`: a second mail with the same key is ignored. */
  key: string;
  /** An account's address and language are read when sending. */
  to: { userId: string } | { email: string; locale: Locale };
  /** For the writer. Stored, so never a token or a password. */
  facts?: JsonObject;
  /** Administrators see a sale's mails. */
  saleId?: string;
  /** Default: at once. */
  sendAt?: Date;
}

/** Optional mails wait for the others. */
const optionalPriority = 10;

/** Adds a mail and its job in the caller's transaction. Returns false if the key exists. */
export async function postMail(trx: Db, mail: Mail): Promise<boolean> {
  return insertMailWithJob(trx, mail, priorityOf(mail.kind));
}

function priorityOf(kind: string): number {
  return findMailKind(kind)?.choice ? optionalPriority : 0;
}

/** Replaces a failed job. */
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
