import { createHash } from "node:crypto";
import { postMail } from "~/features/base/mail/post-mail.server";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { ConversionReason } from "./conversion";
import { findVideoCreator } from "./conversions.queries.server";

/**
 * Posts the mail to a creator about a video that plays now, or cannot be converted, in the transaction that records it.
 * @param about the file or stream: one mail for each
 */
export async function postVideoMail(
  trx: Db,
  {
    videoId,
    kind,
    about,
    reason,
  }: { videoId: string; kind: "videoReady" | "videoFailed"; about: string; reason?: ConversionReason },
): Promise<void> {
  const userId = await findVideoCreator(trx, videoId);
  if (!userId) return;
  await postMail(trx, {
    kind,
    key: `${kind}:${videoId}:${markOf(about)}`,
    to: { userId },
    facts: { videoId, ...(reason && { reason }) },
  });
}

/** Queues the mails to those who paid for a video whose file does not play. `videoUrl`: the file. */
export async function queueUnreadableMails(trx: Db, videoId: string, videoUrl: string): Promise<void> {
  const file = markOf(videoUrl);
  await addJob(trx, "tell-unreadable", { videoId, file }, { key: `unreadable:${videoId}:${file}` });
}

const markOf = (about: string) => createHash("sha256").update(about).digest("hex").slice(0, 16);
