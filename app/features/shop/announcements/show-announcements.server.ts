import { formatDay } from "~/i18n/dates";
import { dayMs } from "~/i18n/days";
import { serverTexts } from "~/i18n/i18next.server";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import type { Cursor } from "~/platform/keyset";
import type { Services } from "~/platform/services";
import { listForReader, listOwnAnnouncements } from "./announcements.queries.server";

// On the watch page and in the library; maximum age in days.
const maxShown = 3;
const shownDays = { video: 90, library: 30 };

export interface AnnouncementsView {
  title: string;
  report: string;
  items: { id: string; subject: string; text: string; from: string }[];
}

/** About one video, or all that the reader has or follows. Null without any. */
export async function showAnnouncements(
  { db, clock }: Pick<Services, "db" | "clock">,
  { readerId, videoId, locale }: { readerId: string; videoId?: string; locale: Locale },
): Promise<AnnouncementsView | null> {
  const text = serverTexts[locale];
  const days = shownDays[videoId ? "video" : "library"];
  const since = new Date(clock().getTime() - days * dayMs);
  const rows = await listForReader(db, { readerId, videoId, since, limit: maxShown });
  if (rows.length === 0) return null;
  return {
    title: text("announcements.listTitle"),
    report: text("announcements.report"),
    items: rows.map((row) => ({
      id: row.id,
      subject: row.subject,
      text: row.text,
      from: text("announcements.byOn", { name: row.creator_name, date: formatDay(row.created_at, locale) }),
    })),
  };
}

export async function showOwnAnnouncements(
  db: Db,
  { locale, ...query }: { creatorId: string; after: Cursor | undefined; locale: Locale },
) {
  const { rows, next } = await listOwnAnnouncements(db, query);
  return {
    next,
    announcements: rows.map(({ created_at, hidden_reason, product_title, ...row }) => ({
      ...row,
      date: formatDay(created_at, locale),
      hiddenReason: hidden_reason,
      productTitle: product_title,
      waiting: Math.max(0, row.posted - row.sent - row.refused - row.skipped),
    })),
  };
}

export type OwnAnnouncement = Awaited<ReturnType<typeof showOwnAnnouncements>>["announcements"][number];
