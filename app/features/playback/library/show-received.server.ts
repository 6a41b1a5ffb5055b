import { formatDay } from "~/features/base/form-fields/dates";
import { listGivenGifts } from "~/features/orders/gifts/gifts.queries.server";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import { listReceived } from "./received.queries.server";

export type ReceivedReason = "gift" | "lessons" | "free" | "coupon" | "guest";

export interface ReceivedVideo {
  videoId: string;
  title: string;
  thumbnailUrl: string | null;
  creatorName: string | null;
  reason: ReceivedReason;
  /** The giver's payment is disputed: the access is suspended until the bank decides. */
  isSuspended: boolean;
  /** A certificate of the course was issued. */
  hasCertificate: boolean;
  /** The day since when the person has access, in São Paulo time. */
  date: string;
}

/** Shows the newest videos that a person has without having bought them. */
export async function showReceived(db: Db, userId: string, locale: Locale): Promise<ReceivedVideo[]> {
  const rows = await listReceived(db, userId);
  return rows.map((row) => ({
    videoId: row.id,
    title: row.title,
    thumbnailUrl: row.thumbnail_url,
    creatorName: row.creator_name,
    reason: row.reason as ReceivedReason,
    isSuspended: row.is_suspended,
    hasCertificate: row.has_certificate,
    date: formatDay(row.granted_at, locale),
  }));
}

export interface GivenVideo {
  saleId: string;
  title: string;
  thumbnailUrl: string | null;
  /** The day on which it was taken; null if nobody has. */
  takenOn: string | null;
}

/** Shows the newest paid gifts of a person. */
export async function showGiven(db: Db, userId: string, locale: Locale): Promise<GivenVideo[]> {
  const rows = await listGivenGifts(db, userId);
  return rows.map((row) => ({
    saleId: row.id,
    title: row.title,
    thumbnailUrl: row.thumbnail_url,
    takenOn: row.taken_at && formatDay(row.taken_at, locale),
  }));
}
