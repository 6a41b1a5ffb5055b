import type { RatingFigures } from "~/features/videos/pictures/rating-mark";

/** As strangers see it. */
export interface PublicReview {
  id: string;
  /** 1 to 5. */
  rating: number;
  text: string;
  /** First name and an initial; empty if unknown. */
  author: string;
  date: string;
  /** False if the author paid nothing for access: then it does not count into the stars. */
  bought: boolean;
  reply: string | null;
  mine: boolean;
  reported: boolean;
  /** The lesson that the review is about, for a course without reviews of its own. */
  lesson?: { id: string; title: string };
}

export interface OwnReview {
  rating: number;
  text: string;
  hidden: boolean;
}

export interface ReviewsView {
  videoId: string;
  figures: RatingFigures;
  histogram: HistogramBar[] | undefined;
  reviews: PublicReview[];
  next: string | undefined;
  /** A buyer may review, the owner reply, everyone signed in report. */
  viewer: "anonymous" | "owner" | "buyer" | "other";
  own: OwnReview | null;
  creator: { name: string; portraitKey: string | null };
}

export function reviewsPath(videoId: string): string {
  return `/videos/${videoId}/reviews`;
}

export const reviewsSectionId = "avaliacoes";

/** Of a form's summary, and of the link that visitors see instead. */
export const summaryLook =
  "-ml-1 inline-flex min-h-11 cursor-pointer items-center px-1 text-sm text-ink-soft underline decoration-line-strong underline-offset-4 hover:decoration-ink";

/** Minimum reviews for a distribution: fewer would reveal who gave which rating. */
const histogramFrom = 5;

export interface HistogramBar {
  stars: 1 | 2 | 3 | 4 | 5;
  count: number;
  /** Share of all reviews, 0 to 100, rounded. */
  percent: number;
}

/**
 * Returns the distribution, five stars first; undefined below five reviews. `counts`: reviews with one star, two stars
 * and so on.
 */
export function ratingHistogram(counts: readonly number[]): HistogramBar[] | undefined {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all < histogramFrom) return undefined;
  return ([5, 4, 3, 2, 1] as const).map((stars) => {
    const count = counts[stars - 1] ?? 0;
    return { stars, count, percent: Math.round((count * 100) / all) };
  });
}

export const reviewOrders = ["newest", "best", "worst"] as const;

export type ReviewOrder = (typeof reviewOrders)[number];

/** Translated on the server, so that no sales page loads them. */
export type ReviewSortTexts = Record<ReviewOrder | "sort", string>;

export function parseReviewOrder(raw: string | null): ReviewOrder {
  return reviewOrders.find((known) => known === raw) ?? "newest";
}

/** Returns a name for strangers, such as "Tiago A."; empty if nothing is left. */
export function reviewerName(fullName: string): string {
  // A profile without a name may have an e-mail address in its place.
  if (fullName.includes("@")) return "";
  const words = fullName.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  const [first, last] = [words[0] ?? "", words.length > 1 ? (words.at(-1) ?? "") : ""];
  const initial = [...last][0]?.toLocaleUpperCase("pt-BR");
  return [first, initial && `${initial}.`].filter(Boolean).join(" ");
}

/** Maximum characters of a review or a reply. */
export const reviewMaxLength = 2_000;

/** Maximum characters of a report's reason: the table's limit. */
export const reportReasonMaxLength = 500;

/** Maximum characters of the reason for hiding a review: the table's and the audit log's limit. */
export const hiddenReasonMaxLength = 500;

/** Watched share of a video after which a review is requested. */
const dueShare = 0.7;

/** Returns whether the watch page requests a review. `seconds`: length of the video; null while unknown. */
export function isReviewDue(
  { watchedSeconds, isDone }: { watchedSeconds: number; isDone: boolean },
  seconds: number | null,
): boolean {
  return isDone || (seconds !== null && seconds > 0 && watchedSeconds >= seconds * dueShare);
}
