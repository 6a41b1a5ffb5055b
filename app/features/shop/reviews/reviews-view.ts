import type { RatingFigures } from "~/features/videos/pictures/rating-average";
import type { HistogramBar } from "./rating-histogram";

/** A review as strangers see it. */
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
  /** The viewer has reported it. */
  reported: boolean;
}

export interface OwnReview {
  rating: number;
  text: string;
  hidden: boolean;
}

/** The reviews of a video as one viewer sees them. */
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

/** Returns where a video's reviews are, and where their forms are sent. */
export function reviewsPath(videoId: string): string {
  return `/videos/${videoId}/reviews`;
}

export const reviewsSectionId = "avaliacoes";

/** Problems and values of a form about a review. */
export interface ReviewProblem {
  reviewId: string;
  intent: string;
  error: string | undefined;
  typed: string;
}

/** Style of a form's summary, and of the link that visitors see instead. */
export const summaryLook =
  "-ml-1 inline-flex min-h-11 cursor-pointer items-center px-1 text-sm text-ink-soft underline decoration-line-strong underline-offset-4 hover:decoration-ink";
