import type { MailWriter } from "~/features/base/mail/mail-parts";
import {
  findOwnPublished,
  findReviewOfCreator,
} from "~/features/orders/purchases/creator-mails.queries.server";
import { productFact } from "~/features/videos/courses/product-fact";
import { videoPath } from "~/features/videos/listing/video-address";
import { coverInMail } from "~/features/videos/pictures/cover-in-mail";
import { reviewsSectionId } from "./reviews-view";

export const writeVideoReady: MailWriter = async (
  { userId, facts },
  { db, texts: { text, locale }, appUrl, urlOf },
) => {
  const video = userId && (await findOwnPublished(db, { videoId: String(facts.videoId), creatorId: userId }));
  if (!video) return undefined;
  const { title } = video;
  return {
    locale,
    picture: coverInMail(video, appUrl),
    subject: text("creatorMails.video.readySubject", { title }),
    title: text("creatorMails.video.readyTitle"),
    paragraphs: [text("creatorMails.video.ready", { title })],
    button: { label: text("creatorMails.video.pressReady"), href: urlOf(videoPath(video)) },
  };
};

/** A video that could not be converted or encoded; of an unreadable file also that it is not for sale. */
export const writeVideoFailed: MailWriter = async (
  { userId, facts },
  { db, texts: { text, locale }, urlOf },
) => {
  const video = userId && (await findOwnPublished(db, { videoId: String(facts.videoId), creatorId: userId }));
  if (!video) return undefined;
  const { title } = video;
  const broken = facts.reason === "unreadable";
  return {
    locale,
    subject: text(`creatorMails.video.${broken ? "brokenSubject" : "failedSubject"}`, { title }),
    title: text(`creatorMails.video.${broken ? "brokenTitle" : "failedTitle"}`),
    paragraphs: [text(`creatorMails.video.${broken ? "broken" : "failed"}`, { title })],
    button: { label: text("creatorMails.video.pressFailed"), href: urlOf("/creator/videos") },
  };
};

/** A new review, without the reviewer's name. */
export const writeReviewMail: MailWriter = async (
  { userId, facts },
  { db, texts: { text, locale }, urlOf },
) => {
  const reviewId = String(facts.reviewId);
  const review = userId && (await findReviewOfCreator(db, { reviewId, creatorId: userId }));
  if (!review) return undefined;
  const { title, rating } = review;
  return {
    locale,
    subject: text("creatorMails.review.subject", { title, rating }),
    title: text("creatorMails.review.title"),
    paragraphs: [review.text ? `“${review.text}”` : text("creatorMails.review.noText")],
    button: {
      label: text("creatorMails.review.press"),
      href: urlOf(
        `${videoPath({ id: review.video_id, title, lesson_count: review.lesson_count })}#${reviewsSectionId}`,
      ),
    },
    facts: [
      productFact(review, text),
      {
        label: text("creatorMails.review.rating"),
        value: text("creatorMails.review.ratingValue", { rating }),
      },
    ],
  };
};
