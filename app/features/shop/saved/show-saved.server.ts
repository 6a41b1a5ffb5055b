import { showCards } from "~/features/shop/catalog/list-marketplace.server";
import type { ShelfVideo } from "~/features/shop/catalog/video-page";
import type { Locale } from "~/i18n/languages";
import type { Services } from "~/platform/services";
import { readSavedIds } from "./saved-cookie.server";
import { listSavedByIds, listSavedOf } from "./saved-videos.queries.server";

/** Returns the videos for sale that a person saved: in their account, or in the browser of who is not signed in. */
export async function showSaved(
  services: Pick<Services, "db" | "env" | "clock">,
  request: Request,
  viewer: { userId: string } | undefined,
  locale: Locale,
): Promise<ShelfVideo[]> {
  const { db, env } = services;
  const rows = viewer
    ? await listSavedOf(db, viewer.userId)
    : await listSavedByIds(db, await readSavedIds(env, request));
  return showCards(services, viewer, rows, locale);
}
