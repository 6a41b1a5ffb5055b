import { listGivenGifts } from "~/features/orders/gifts/gifts.queries.server";
import type { PurchaseRow } from "~/features/orders/purchases/purchases.queries.server";
import { type PurchaseView, showRows } from "~/features/orders/purchases/show-purchases.server";
import { formatDay } from "~/i18n/dates";
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
  /** The giver's payment is disputed: no access until the bank decides. */
  isSuspended: boolean;
  hasCertificate: boolean;
  /** Since when the person has access, in São Paulo time. */
  date: string;
}

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
  /** Null if nobody has taken it. */
  takenOn: string | null;
}

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
  /** Null while unknown. */
  seconds: number | null;
  watchedSeconds: number;
  /** 0 at the beginning. */
  positionSeconds: number;
  watchedOn: string | null;
  doneOn: string | null;
  ownRating: number | null;
  hasCertificate: boolean;
  mayDownload: boolean;
  said: { seconds: number; text: string } | null;
}

/** An overview by parts, or a list by filters. `counts`: without the search. Days are in São Paulo time. */
export async function showLibrary(
  services: Pick<Services, "db" | "clock">,
  {
    consumerId,
    locale,
    ...filters
  }: LibraryFilters & { consumerId: string; locale: Locale; after: string | undefined },
): Promise<{ purchases: LibraryItem[]; counts: Counts; next: string | undefined }> {
  const now = services.clock();
  const query = { consumerId, now };
  if (!isList(filters)) {
    const rows = await listOverview(services.db, query);
    const counts = Object.fromEntries(rows.map((row) => [row.group_name, row.number]));
    return { purchases: showItems(services, rows, locale), counts, next: undefined };
  }
  const [{ rows, next }, counted] = await Promise.all([
    listLibrary(services.db, { ...query, ...filters }),
    countLibrary(services.db, query),
  ]);
  const counts = Object.fromEntries(counted.map((row) => [row.group_name, row.number]));
  return { purchases: showItems(services, rows, locale), counts, next };
}

function showItems(
  services: Pick<Services, "clock">,
  rows: readonly (Row & PurchaseRow)[],
  locale: Locale,
): LibraryItem[] {
  const views = showRows(services, rows, locale);
  return rows.map((row, at) => ({
    ...(views[at] as PurchaseView),
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
