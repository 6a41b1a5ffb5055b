/** A real mailbox and queue, and the received mails. */
import { randomUUID } from "node:crypto";
import { afterAll, vi } from "vitest";
import type { MailWriter, PostedMail } from "~/features/base/mail/mail-parts";
import { sendMail } from "~/features/base/mail/send-mail.server";
import { serverPageTexts } from "~/i18n/i18next.server";
import type { Mail } from "~/integrations/mail/mail";
import type { Db } from "~/platform/db.server";
import { mailWriters } from "~/server/mail-writers.server";
import { startWorker } from "~/server/worker.server";
import type { MailMessage } from "../../dev/mailbox/message";
import { type Mailbox, startMailbox } from "../../dev/mailbox/start-mailbox";
import { appUrl, type TestWorld } from "./test-services";

export async function openMailbox(): Promise<Mailbox> {
  const mailbox = await startMailbox();
  afterAll(() => mailbox.close());
  return mailbox;
}

/**
 * Runs a world's queue, as the product does without FFmpeg, until the end of the test file: the tests' videos are no
 * real ones, and would be taken off sale.
 */
export async function workQueue({ services }: TestWorld): Promise<void> {
  const worker = await startWorker({ ...services, converter: undefined });
  afterAll(() => worker.stop());
}

type Mails = Pick<Mailbox, "messages">;

/** The mails of a mailbox whose subject matches: a person gets others too, such as a receipt. */
export function mailsAbout(mailbox: Mails, subject: RegExp): Mails {
  return { messages: () => mailbox.messages().filter((mail) => subject.test(mail.subject)) };
}

/** Sends a posted mail, as a job does. Returns it; undefined if it was skipped. */
export async function sendPosted({ services }: TestWorld, mailId: string): Promise<Mail | undefined> {
  const sent: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void sent.push(mail) };
  await sendMail({ ...services, mailer }, mailWriters, { mailId });
  return sent[0];
}

/** Waits until an address has `count` mails; returns the newest. */
export function nextMail(mailbox: Mails, email: string, count = 1): Promise<MailMessage> {
  return vi.waitFor(
    () => {
      const mails = mailbox.messages().filter(({ to }) => to.includes(email));
      const [newest] = mails;
      if (mails.length !== count || !newest) throw new Error(`${mails.length} mails, not ${count}`);
      return newest;
    },
    { timeout: 20_000, interval: 20 },
  );
}

/** What a writer writes in Portuguese to a person, as JSON; undefined if the mail is skipped. */
export async function writeMail(
  write: MailWriter,
  db: Db,
  { userId, facts, now }: { userId: string; facts: PostedMail["facts"]; now: Date },
): Promise<string | undefined> {
  const texts = serverPageTexts("pt");
  const urlOf = (path: string) => appUrl + path;
  const posted = { id: randomUUID(), userId, saleId: null, facts };
  return JSON.stringify(await write(posted, { db, texts, appUrl, now, secret: "", urlOf }));
}

/** Returns the path of the link in a mail. */
export function linkIn(mail: MailMessage): string {
  const link = /https?:\/\/\S+/.exec(mail.text)?.[0] ?? "";
  if (!link.startsWith(`${appUrl}/`)) throw new Error(`the mail leads to ${link}`);
  return link.slice(appUrl.length);
}
