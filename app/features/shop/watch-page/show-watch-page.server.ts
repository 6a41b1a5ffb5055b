import type { SerializeFrom } from "@remix-run/node";
import { findWatchAccess, type Watcher } from "~/features/playback/access/find-watch-access.server";
import { countView } from "~/features/playback/access/watch-positions.queries.server";
import { countSeconds } from "~/features/playback/access/watch-tracker";
import { showLessons } from "~/features/playback/certificates/show-lessons.server";
import { listNotesOfVideo } from "~/features/playback/notes/notes.queries.server";
import { playFound } from "~/features/playback/player/play-video.server";
import { showFollow } from "~/features/shop/announcements/follow-creator.server";
import { showAnnouncements } from "~/features/shop/announcements/show-announcements.server";
import { questionRoles } from "~/features/shop/reviews/questions-view";
import { findReviewedVideo } from "~/features/shop/reviews/reviews.queries.server";
import { isReviewDue } from "~/features/shop/reviews/reviews-view";
import { describeQuestions, findQuestionsOnWatchPage } from "~/features/shop/reviews/show-questions.server";
import { showOwnReview } from "~/features/shop/reviews/show-reviews.server";
import { describeHolding } from "~/features/shop/sales-page/describe-holding.server";
import { findCues } from "~/features/videos/lesson-files/captions.queries.server";
import type { SpokenLanguage } from "~/features/videos/listing/spoken-language";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import { findEndOfVideo } from "./end-of-video.queries.server";

interface Viewer {
  userId: string;
  sessionIdHash: string;
  email: string;
}

interface Asked {
  locale: Locale;
  /** Second in the address; takes precedence over the position where the viewer stopped. */
  moment: number | undefined;
  /** From the address. */
  transcript: SpokenLanguage | undefined;
  /** Loads another site's player at once. */
  plays: boolean;
  courseId: string | undefined;
  /** Part of the course in the address. */
  part: number | undefined;
  /** False for a request from the page itself. */
  opens: boolean;
  /** The browser sent `Save-Data`. */
  savesData: boolean;
  /** For the access log. */
  client: { address: string | null; device: string | null };
}

const othersShown = 3;

/** Finds a video with the viewer's access, and its first questions if they may watch it. */
export async function findWatchPage(db: Db, viewer: Watcher, videoId: string) {
  const [access, questions] = await Promise.all([
    findWatchAccess(db, viewer, videoId),
    findQuestionsOnWatchPage(db, { videoId, userId: viewer.userId }),
  ]);
  return { access, questions };
}

/** Shows the player to those who may watch, else the reason. Counts openings by buyers. */
export async function showWatchPage(
  services: Pick<Services, "db" | "storage" | "streaming" | "clock" | "log">,
  viewer: Viewer,
  found: Awaited<ReturnType<typeof findWatchPage>>,
  { locale, moment, transcript, plays, courseId, part, opens, savesData, client }: Asked,
) {
  const { db, log } = services;
  const watched = await playFound(services, viewer, found.access, {
    locale,
    opens: true,
    savesData,
    // A request from the page itself is the same opening.
    from: { ...client, isNew: opens },
  });
  if (watched.access === "notFound" || watched.access === "elsewhere") return watched;
  const who = { videoId: watched.video.id, userId: viewer.userId };
  if ("player" in watched) {
    if (moment !== undefined) watched.startSeconds = moment;
    const cues = transcript && (await findCues(db, { videoId: who.videoId, language: transcript }));
    if (transcript && cues) watched.transcript = { language: transcript, cues };
  }
  const role = questionRoles[watched.access];
  const questions = role && describeQuestions(found.questions, { videoId: who.videoId, role, locale });
  if ("holding" in watched) {
    const { holding, ...shown } = watched;
    const isFree = watched.video.priceCents === 0;
    const notice = describeHolding(holding, { isForSale: watched.access === "mustBuy", isFree, locale });
    const failed = holding.kind === "none" && holding.failed === true;
    return { ...shown, notice, failed, questions };
  }
  if (!("player" in watched)) return { ...watched, questions };
  const { creatorId, marksPlayback, paidSale, ...shown } = watched;
  const notes = await listNotesOfVideo(db, who);
  if (watched.access !== "bought") return { ...shown, plays, savesData, questions, notes };
  const logUnnoted = (error: unknown) =>
    log.warn({ err: error, videoId: who.videoId }, "an opening could not be counted");
  const counts = opens && moment === undefined && !transcript && watched.player.kind !== "unavailable";
  const course = watched.courses.find(({ id }) => id === courseId) ?? watched.courses[0];
  const [end, lessons, announcements, follow] = await Promise.all([
    findEndOfVideo(db, { creatorId, videoId: who.videoId, viewerId: who.userId, most: othersShown }),
    course && showLessons(db, { course, videoId: who.videoId, viewerId: who.userId, asked: part }),
    showAnnouncements(services, { readerId: who.userId, videoId: who.videoId, locale }),
    showFollow(db, { creatorId, userId: who.userId, locale }),
    counts && countView(db, who.videoId).catch(logUnnoted),
  ]);
  const asksReview = isReviewDue(
    { watchedSeconds: countSeconds(watched.watched), isDone: watched.isDone },
    watched.seconds,
  );
  return {
    ...shown,
    plays,
    savesData,
    own: showOwnReview(end.own),
    asksReview,
    questions,
    notes,
    lessons,
    announcements,
    follow,
    receiptOf: paidSale?.id,
    mark: marksPlayback ? writeMark(viewer.email, paidSale?.number) : undefined,
    others: end.others,
  };
}

/** Finds the viewer's review, the creator's other products, and whether the viewer follows them. */
export async function findEndOfCourse(
  db: Db,
  { courseId, userId, locale }: { courseId: string; userId: string; locale: Locale },
) {
  const course = await findReviewedVideo(db, courseId);
  if (!course) return { own: undefined, others: [], creator: undefined };
  const creatorId = course.creator_id;
  const [{ own, others }, follow] = await Promise.all([
    findEndOfVideo(db, { videoId: courseId, creatorId, viewerId: userId, most: othersShown + 1 }),
    showFollow(db, { creatorId, userId, locale }),
  ]);
  const { creator_name: name, portrait_key: portraitKey, handle } = course;
  const creator = { name, portraitKey, handle, follow };
  return { own: showOwnReview(own), others, creator };
}

type WatchPageView = Exclude<
  Awaited<ReturnType<typeof showWatchPage>>,
  { access: "notFound" | "elsewhere" }
> & {
  back: string;
  appUrl: string;
};

export type WatchPage = SerializeFrom<WatchPageView>;

export type PlayingPage = Extract<WatchPage, { player: unknown }>;

/**
 * Returns the visible mark of a playback: the buyer's masked address and the purchase number, such as "b…a@g….com ·
 * SB-1042". Without a purchase, such as for a guest, only the address.
 */
export function writeMark(email: string, purchaseNumber: string | undefined): string {
  const [name = "", domain = ""] = email.split("@");
  const ending = domain.includes(".") ? domain.slice(domain.lastIndexOf(".")) : "";
  const first = [...name][0] ?? "";
  const last = [...name].length > 2 ? ([...name].at(-1) ?? "") : "";
  const masked = `${first}…${last}@${[...domain][0] ?? ""}…${ending}`;
  return purchaseNumber ? `${masked} · ${purchaseNumber}` : masked;
}

const leading =
  /^\/(?:marketplace|purchases|saved|creator\/videos|videos\/[^/]+|creators\/[^/]+|courses\/[^/]+)?$/;

/** For a link that leads back without script. Marketplace if the referring page is another site's, or a form. */
export function decidePageBefore(referer: string | null, appUrl: string): string {
  if (referer === null || !URL.canParse(referer)) return "/marketplace";
  const { origin, pathname, search } = new URL(referer);
  const isLeading = origin === new URL(appUrl).origin && leading.test(pathname);
  return isLeading ? `${pathname}${search}` : "/marketplace";
}
