import { showLessons } from "~/features/playback/lessons/show-lessons.server";
import { playVideo } from "~/features/playback/player/play-video.server";
import { countView } from "~/features/playback/positions/views.queries.server";
import { showQuestionsOnWatchPage } from "~/features/shop/questions/show-questions.server";
import { isReviewDue } from "~/features/shop/reviews/review-due";
import { showOwnReview } from "~/features/shop/reviews/show-reviews.server";
import { findCues } from "~/features/videos/captions/captions.queries.server";
import type { SpokenLanguage } from "~/features/videos/listing/spoken-language";
import type { Locale } from "~/i18n/languages";
import type { Services } from "~/platform/services";
import { findEndOfVideo } from "./end-of-video.queries.server";

interface Asked {
  videoId: string;
  locale: Locale;
  /** Second that the address names; it takes precedence over the position where the viewer stopped. */
  moment: number | undefined;
  /** Language of the transcript that the address asks for. */
  transcript: SpokenLanguage | undefined;
  /** Whether a player of another site is loaded at once. */
  plays: boolean;
  /** The course that the address names. */
  courseId: string | undefined;
  /** Whether the request opens the page, not one that comes from the page itself. */
  opens: boolean;
}

/** Other videos of the creator that follow the end of one. */
const othersShown = 3;

/** Shows the watch page of a video: the player for those who may watch, else the reason. Counts openings by buyers. */
export async function showWatchPage(
  services: Pick<Services, "db" | "storage" | "streaming" | "clock" | "log">,
  viewer: { userId: string },
  { videoId, locale, moment, transcript, plays, courseId, opens }: Asked,
) {
  const { db, log } = services;
  const watched = await playVideo(services, viewer, videoId, locale);
  if (watched.access === "notFound") return watched;
  const who = { videoId: watched.video.id, userId: viewer.userId };
  if ("player" in watched) {
    if (moment !== undefined) watched.startSeconds = moment;
    const cues = transcript && (await findCues(db, { videoId: who.videoId, language: transcript }));
    if (transcript && cues) watched.transcript = { language: transcript, cues };
  }
  const findQuestions = () => showQuestionsOnWatchPage(db, watched.access, { ...who, locale });
  if (!("player" in watched)) return { ...watched, questions: await findQuestions() };
  const { creatorId, ...shown } = watched;
  if (watched.access !== "bought") return { ...shown, plays, questions: await findQuestions() };
  const logUncounted = (error: unknown) =>
    log.warn({ err: error, videoId: who.videoId }, "a view could not be counted");
  const counts = opens && moment === undefined && !transcript && watched.player.kind !== "unavailable";
  const course = watched.courses.find(({ id }) => id === courseId) ?? watched.courses[0];
  const [end, questions, lessons] = await Promise.all([
    findEndOfVideo(db, { creatorId, videoId: who.videoId, viewerId: who.userId, most: othersShown }),
    findQuestions(),
    course && showLessons(db, { course, videoId: who.videoId, viewerId: who.userId }),
    counts && countView(db, who.videoId).catch(logUncounted),
  ]);
  const asksReview = isReviewDue({ ranges: watched.watched, isDone: watched.isDone }, watched.seconds);
  return {
    ...shown,
    ...{ plays, own: showOwnReview(end.own), asksReview, questions, lessons },
    others: end.others,
  };
}

/** The watch page of a video that exists for the viewer. */
export type ShownWatchPage = Exclude<Awaited<ReturnType<typeof showWatchPage>>, { access: "notFound" }> & {
  /** The page before, for the link that leads back. */
  back: string;
  appUrl: string;
};
