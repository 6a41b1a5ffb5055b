/** A real mailbox, the queue that sends to it, and what arrived. */
import { afterAll, vi } from "vitest";
import { startWorker } from "~/server/worker.server";
import type { MailMessage } from "../../dev/mailbox/message";
import { type Mailbox, startMailbox } from "../../dev/mailbox/start-mailbox";
import { appUrl, type TestWorld } from "./test-services";

/** A mailbox for this test file. */
export async function openMailbox(): Promise<Mailbox> {
  const mailbox = await startMailbox();
  afterAll(() => mailbox.close());
  return mailbox;
}

/** Works a world's queue, as the product's own process does, until the test file is done. */
export async function workQueue({ services }: TestWorld): Promise<void> {
  const worker = await startWorker(services);
  afterAll(() => worker.stop());
}

/** Waits for someone's newest mail, once they have so many. */
export function nextMail(mailbox: Mailbox, email: string, count = 1): Promise<MailMessage> {
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

/** The link in a mail's text, as a path. */
export function linkIn(mail: MailMessage): string {
  const link = /https?:\/\/\S+/.exec(mail.text)?.[0] ?? "";
  if (!link.startsWith(`${appUrl}/`)) throw new Error(`the mail leads to ${link}`);
  return link.slice(appUrl.length);
}
