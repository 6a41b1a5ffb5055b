import { sql } from "kysely";
import { chaptersOnPattern } from "~/features/videos/lesson-files/chapters";
import type { Currency } from "~/i18n/money";

/** Of up to 5,000 characters, two lines of what is before the chapters. */
export const cardText =
  sql<string>`left(regexp_replace(left(description, 300), ${sql.lit(chaptersOnPattern)}, ''), 160)`.as(
    "description",
  );

/** With `cardText`, or the whole `description` on a page of the product itself. */
export const cardColumns = [
  "videos.id",
  "title",
  "price_cents",
  "videos.currency",
  "thumbnail_url",
  "videos.created_at",
  "duration_seconds",
  "lesson_count",
] as const;

/** Never the location of the video. */
export interface VideoCardRow {
  id: string;
  title: string;
  description: string;
  price_cents: number;
  currency: Currency;
  thumbnail_url: string | null;
  created_at: Date;
  duration_seconds: number | null;
  /** Null for a video. */
  lesson_count: number | null;
}

/** In the marketplace and "my videos": what a page costs grows with it. */
export const videosPerPage = 24;
