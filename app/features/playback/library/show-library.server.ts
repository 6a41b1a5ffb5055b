import { formatDay } from "~/features/base/form-fields/dates";
import { listGivenGifts } from "~/features/orders/gifts/gifts.queries.server";
import type { PurchaseRow } from "~/features/orders/purchases/purchases.queries.server";
import { type PurchaseView, showRows } from "~/features/orders/purchases/show-purchases.server";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import { countLibrary, listLibrary, listOverview, listReceived } from "./library.queries.server";
import { isList, type LibraryFilters, type LibraryGroup } from "./library-filters";

type ReceivedReason = "gift" | "lessons" | "free" | "coupon" | "guest";

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

type Row = Omit<Awaited<ReturnType<typeof listOverview>>[number], "number"> & {
  number?: number;
  said?: { from: number; text: string } | null;
};

export type Counts = Partial<Record<LibraryGroup, number>>;

export interface LibraryItem extends PurchaseView {
  group: LibraryGroup;
  creatorName: string | null;
  /** Length of the video; null while unknown. */
  seconds: number | null;
  watchedSeconds: number;
  /** Where the viewer stopped; 0 at the beginning. */
  positionSeconds: number;
  /** The day of the last visit, and that of the completion. */
  watchedOn: string | null;
  doneOn: string | null;
  ownRating: number | null;
  /** A certificate of the course was issued. */
  hasCertificate: boolean;
  /** A device may keep it. */
  mayDownload: boolean;
  /** A passage of the captions that has the text that is searched for; null for none. */
  said: { seconds: number; text: string } | null;
}

/**
 * Shows a person's library: an overview by its parts, or a list in pages by filters. `counts`: how many purchases
 * each part has, without the search. Days are in São Paulo time.
 */
export async function showLibrary(
  services: Pick<Services, "db" | "clock">,
  {
    consumerId,
    locale,
    ...asked
  }: LibraryFilters & { consumerId: string; locale: Locale; after: string | undefined },
): Promise<{ purchases: LibraryItem[]; counts: Counts; next: string | undefined }> {
  const now = services.clock();
  const who = { consumerId, now };
  if (!isList(asked)) {
    const rows = await listOverview(services.db, who);
    const counts = Object.fromEntries(rows.map((row) => [row.group_name, row.number]));
    return { purchases: showItems(services, rows, locale), counts, next: undefined };
  }
  const [{ rows, next }, counted] = await Promise.all([
    listLibrary(services.db, { ...who, ...asked }),
    countLibrary(services.db, who),
  ]);
  const counts = Object.fromEntries(counted.map((row) => [row.group_name, row.number]));
  return { purchases: showItems(services, rows, locale), counts, next };
}

function showItems(
  services: Pick<Services, "clock">,
  rows: readonly (Row & PurchaseRow)[],
  locale: Locale,
): LibraryItem[] {
  const shown = showRows(services, rows, locale);
  return rows.map((row, at) => ({
    ...(shown[at] as PurchaseView),
    group: row.group_name,
    creatorName: row.creator_name,
    seconds: row.duration_seconds,
    watchedSeconds: row.watched_seconds ?? 0,
    positionSeconds: row.position_seconds ?? 0,
    watchedOn: row.watched_at && formatDay(row.watched_at, locale),
    doneOn: row.done_at && formatDay(row.done_at, locale),
    ownRating: row.own_rating,
    hasCertificate: row.has_certificate,
    mayDownload: row.offline === "allowed",
    said: row.said ? { seconds: Math.floor(row.said.from / 1_000), text: row.said.text } : null,
  }));
}
