import type { MailContext, MailWriter } from "~/features/base/mail/mail-parts";
import { findOwnPublished, findReviewOfCreator } from "~/features/orders/purchases/sale-mails.queries.server";
import { productFact } from "~/features/videos/courses/describe-courses.server";
import { clockMoment } from "~/features/videos/listing/duration";
import { videoPath } from "~/features/videos/listing/video-address";
import { coverInMail } from "~/features/videos/pictures/picture-paths";
import type { Db } from "~/platform/db.server";
import { findMailedPost, listPostsOfDay, type MailedPost, maxPosts } from "./posts.queries.server";
import { questionPath } from "./questions-view";
import { reviewerName, reviewsSectionId } from "./reviews-view";
import { findAskedProduct, findLesson } from "./take-question-form.server";

type Group = "questions" | "answers";

/** Maximum characters of a text in the mail of a day. */
const listedCharacters = 160;

const nameOf = (post: MailedPost, { texts: { text } }: MailContext) =>
  (post.by_creator ? post.creator_name : reviewerName(post.learner_name ?? post.creator_name ?? "")) ||
  text("questionMails.someone");

/** Skips the mail if the post is hidden, or its recipient may no longer read it. */
function postWriter(group: Group): MailWriter {
  return async ({ userId, facts }, context) => {
    const { db, texts, appUrl, urlOf } = context;
    const { text, locale } = texts;
    const postId = String(facts.postId);
    const post = userId && (await findMailedPost(db, { userId, group, postId }));
    if (!post || !(await mayRead(db, userId, post))) return undefined;
    const { title, question_id, question_text, second, before_purchase } = post;
    const asksBefore = group === "questions" && before_purchase;
    const isFollowUp = group === "questions" && post.text !== question_text;
    return {
      locale,
      picture: coverInMail(post, appUrl),
      subject: text(`questionMails.${group}.subject`, { title }),
      preheader: shorten(post.text),
      title: text(asksBefore ? "questionMails.questions.beforeTitle" : `questionMails.${group}.title`, {
        name: nameOf(post, context),
      }),
      paragraphs: [`“${post.text}”`],
      button: {
        label: text(`questionMails.${group}.press`),
        href: urlOf(questionPath(post.video_id, question_id, before_purchase)),
      },
      facts: [
        { label: text("questionMails.video"), value: title },
        ...(second === null ? [] : [{ label: text("questionMails.moment"), value: clockMoment(second) }]),
        ...(group === "answers" || isFollowUp
          ? [{ label: text("questionMails.question"), value: shorten(question_text) }]
          : []),
      ],
    };
  };
}

/** Skips the mail if nothing of the day is left that its recipient may see. */
function dayWriter(group: Group): MailWriter {
  return async ({ userId, facts }, { db, texts: { text, locale }, urlOf }) => {
    const day = String(facts.day);
    if (!userId || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
    const rows: MailedPost[] = [];
    for (const row of await listPostsOfDay(db, { userId, group, day }))
      if (await mayRead(db, userId, row)) rows.push(row);
    const [first] = rows;
    if (!first) return undefined;
    const shownDay = day.split("-").reverse().join("/");
    const path =
      group === "questions"
        ? "/creator/questions?open=1"
        : questionPath(first.video_id, first.question_id, first.before_purchase);
    return {
      locale,
      subject: text(`questionMails.${group}.daySubject`, { day: shownDay }),
      title: text(`questionMails.${group}.daySubject`, { day: shownDay }),
      paragraphs: [text(`questionMails.${group}.dayText`)],
      button: { label: text(`questionMails.${group}.pressDay`), href: urlOf(path) },
      facts: rows.slice(0, maxPosts).map((row) => ({ label: row.title, value: shorten(row.text) })),
      smallPrint: rows.length > maxPosts ? [text("questionMails.more")] : [],
    };
  };
}

async function mayRead(db: Db, userId: string, post: MailedPost): Promise<boolean> {
  const find = post.before_purchase ? findAskedProduct : findLesson;
  return (await find(db, { userId }, post.video_id)) !== undefined;
}

function shorten(text: string): string {
  const characters = [...text.replace(/\s+/g, " ")];
  return characters.length <= listedCharacters
    ? characters.join("")
    : `${characters
        .slice(0, listedCharacters - 1)
        .join("")
        .trimEnd()}…`;
}

export const writeQuestionMail = postWriter("questions");
export const writeAnswerMail = postWriter("answers");
export const writeQuestionsOfDay = dayWriter("questions");
export const writeAnswersOfDay = dayWriter("answers");

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

/** A failed conversion or encoding; of an unreadable file also that it is not for sale. */
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

/** Leaves out the reviewer's name. */
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
