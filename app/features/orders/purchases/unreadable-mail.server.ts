import type { MailWriter } from "~/features/base/mail/mail-parts";
import { postMail } from "~/features/base/mail/post-mail.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { Services } from "~/platform/services";
import { findUnreadablePurchase, listUnreadableBuyers } from "./unreadable-buyers.queries.server";

/** People in one job and transaction. */
export const buyersAtOnce = 200;

/**
 * Posts a mail to a part of the buyers of a video whose file does not play, and queues the next part in the same
 * transaction. Repeated, it posts nothing twice. `file`: identifies the file.
 */
export async function tellUnreadable(
  { db }: Pick<Services, "db">,
  { videoId, file, after }: { videoId: string; file: string; after?: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const buyers = await listUnreadableBuyers(trx, { videoId, after, limit: buyersAtOnce });
    for (const userId of buyers)
      await postMail(trx, {
        kind: "purchaseUnreadable",
        key: `purchaseUnreadable:${videoId}:${file}:${userId}`,
        to: { userId },
        facts: { videoId },
      });
    const last = buyers.at(-1);
    if (buyers.length < buyersAtOnce || last === undefined) return;
    const next = { videoId, file, after: last };
    await addJob(trx, "tell-unreadable", next, { key: `unreadable:${videoId}:${file}:${last}` });
  });
}

/** Skipped once the purchase was refunded or the video restored. */
export const writePurchaseUnreadable: MailWriter = async (
  { userId, facts },
  { db, texts: { text, locale }, urlOf },
) => {
  const video = userId && (await findUnreadablePurchase(db, { videoId: String(facts.videoId), userId }));
  if (!video) return undefined;
  const { title } = video;
  return {
    locale,
    subject: text("buyerMails.unreadable.subject", { title }),
    title: text("buyerMails.unreadable.title"),
    paragraphs: [text("buyerMails.unreadable.text", { title })],
    button: { label: text("buyerMails.refund.press"), href: urlOf("/purchases") },
  };
};
