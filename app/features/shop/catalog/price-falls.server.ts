import type { MailWriter } from "~/features/base/mail/mail-parts";
import { peopleAtOnce, postMail } from "~/features/base/mail/post-mail.server";
import { videoPath } from "~/features/videos/listing/video-address";
import { coverInMail } from "~/features/videos/pictures/picture-paths";
import { formatMoney } from "~/i18n/money";
import type { Services } from "~/platform/services";
import { findSavedToBuy, takePriceFalls } from "./saved-videos.queries.server";

export async function tellPriceFall(
  { db, clock }: Pick<Services, "db" | "clock">,
  { videoId }: { videoId: string },
): Promise<void> {
  for (;;) {
    const now = clock();
    const told = await db.transaction().execute(async (trx) => {
      const people = await takePriceFalls(trx, { videoId, now, limit: peopleAtOnce });
      for (const { user_id: userId, before_cents } of people)
        await postMail(trx, {
          kind: "priceFell",
          key: `priceFell:${videoId}:${userId}:${now.toISOString().slice(0, 10)}`,
          to: { userId },
          facts: { videoId, beforeCents: before_cents },
        });
      return people.length;
    });
    if (told < peopleAtOnce) return;
  }
}

/** Not sent once the reader has the video, or no longer saves it. */
export const writePriceFell: MailWriter = async (
  { userId, facts },
  { db, texts: { text, locale }, appUrl, urlOf },
) => {
  const video = userId && (await findSavedToBuy(db, { userId, videoId: String(facts.videoId) }));
  const beforeCents = Number(facts.beforeCents);
  if (!video || video.price_cents >= beforeCents) return undefined;
  const { title } = video;
  const isFree = video.price_cents === 0;
  const price = formatMoney(video.price_cents, video.currency, locale);
  const before = formatMoney(beforeCents, video.currency, locale);
  return {
    locale,
    picture: coverInMail(video, appUrl),
    ...(isFree
      ? {
          subject: text("buyerMails.priceFell.freeSubject", { title }),
          title: text("buyerMails.priceFell.freeTitle"),
          paragraphs: [text("buyerMails.priceFell.freeText", { title, before })],
        }
      : {
          subject: text("buyerMails.priceFell.subject", { title, price }),
          title: text("buyerMails.priceFell.title", { price }),
          paragraphs: [text("buyerMails.priceFell.text", { title, before, price })],
        }),
    button: { label: text("buyerMails.priceFell.press"), href: urlOf(videoPath(video)) },
  };
};
