import { findWatchAccess } from "~/features/playback/access/find-watch-access.server";
import { findSellingCoursePath } from "~/features/videos/courses/course-lessons.queries.server";
import { findAddressedId, leadsTo } from "~/features/videos/listing/addressed-video.queries.server";
import { parseVideoAddress, videoPath } from "~/features/videos/listing/video-address";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import type { Viewer } from "~/platform/session/session.queries.server";
import { findSalesPageVideo, type SalesPageVideo } from "./sales-page-video.queries.server";

export type PageForSale =
  | { kind: "shown"; row: SalesPageVideo; viewer: Viewer | undefined }
  /** The page has another address. */
  | { kind: "moved"; path: string }
  /** Out of the shop; the viewer bought it, or their payment is processing. */
  | { kind: "bought"; path: string }
  /** Sold only in courses. */
  | { kind: "inCourse"; path: string }
  | { kind: "missing" };

/**
 * Finds the video or the course that the address of a sales page means.
 * @param typedAddress the last part of the path: an id, or a slug with a short id
 * @param sort which of the two the route shows; the other one has moved
 */
export async function findPageForSale(
  db: Db,
  typedAddress: string | undefined,
  sort: "video" | "course",
  page: { url: URL; locale: Locale; viewer: Promise<Viewer | undefined> },
): Promise<PageForSale> {
  const address = parseVideoAddress(typedAddress);
  const [row, viewer] = await Promise.all([
    address ? findSalesPageVideo(db, address, page.locale) : undefined,
    page.viewer,
  ]);
  if (!row) {
    const id = address && (await findAddressedId(db, address));
    if (!id) return { kind: "missing" };
    const { access } = viewer ? await findWatchAccess(db, viewer, id) : { access: "notFound" };
    if (access === "bought" || access === "processing") return { kind: "bought", path: `/watch/${id}` };
    const course = await findSellingCoursePath(db, id);
    return course ? { kind: "inCourse", path: course + page.url.search } : { kind: "missing" };
  }
  const isCourse = row.lesson_count !== null;
  const { pathname, search } = page.url;
  if (isCourse !== (sort === "course"))
    return { kind: "moved", path: `/${isCourse ? "courses" : "videos"}/${row.id}${search}` };
  const path = videoPath(row);
  if (pathname !== path && (await leadsTo(db, path, row))) return { kind: "moved", path: path + search };
  return { kind: "shown", row, viewer };
}
