import type { AppLoadContext } from "@remix-run/node";
import { downloadLinkSeconds } from "~/features/base/files/link-lifetime";
import type { Holding } from "~/features/orders/checkout/holding";
import { readHolding } from "~/features/orders/checkout/holdings.queries.server";
import { findAttachment } from "~/features/videos/lesson-files/attachments.queries.server";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import { clientOf } from "~/platform/session/actor.server";
import { findPlayableVideo } from "./playable-video.queries.server";
import { decideWatchAccess, maxPlaces, placeOf, type WatchAccess } from "./watch-access";

type PlayableVideo = NonNullable<Awaited<ReturnType<typeof findPlayableVideo>>>;

export type FoundAccess =
  | { access: "notFound"; row?: undefined }
  | {
      access: Exclude<WatchAccess, "login" | "notFound">;
      row: PlayableVideo;
      holding: Holding;
    };

/** Without a session, no place is counted. */
export interface Watcher {
  userId: string;
  sessionIdHash?: string;
}

export function mayPlayHere({ access, row }: FoundAccess): boolean {
  if (access === "owner") return true;
  return access === "bought" && !row.is_stopped && row.other_places < maxPlaces;
}

/** The row contains the video's location, which may leave the server only for `owner` and `bought`. */
export async function findWatchAccess(db: Db, viewer: Watcher, videoId: string): Promise<FoundAccess> {
  const row = await findPlayableVideo(db, {
    videoId,
    viewerId: viewer.userId,
    place: viewer.sessionIdHash && placeOf({ sessionIdHash: viewer.sessionIdHash }),
  });
  if (!row) return { access: "notFound" };
  const holding = readHolding(viewer.userId, row);
  const access = decideWatchAccess(
    viewer,
    {
      creatorId: row.creator_id,
      published: row.published_at !== null,
      encoding: row.sent_at !== null && row.state !== "failed",
      deleted: row.deleted_at !== null,
      suspended: row.suspended_at !== null || row.creator_suspended,
    },
    holding,
  );
  return access === "login" || access === "notFound" ? { access: "notFound" } : { access, row, holding };
}

/** Returns a signed download link; undefined if there is no such file or the viewer may not watch the video. */
export async function openAttachment(
  { db, storage, clock }: Pick<Services, "db" | "storage" | "clock">,
  viewer: { userId: string },
  { videoId, id }: { videoId: string; id: string },
): Promise<string | undefined> {
  const { access } = await findWatchAccess(db, viewer, videoId);
  if (access !== "owner" && access !== "bought") return undefined;
  const file = await findAttachment(db, { videoId, id });
  if (!file) return undefined;
  return storage.signedUrl(file.storage_key, {
    viewerId: viewer.userId,
    expiresAt: new Date(clock().getTime() + downloadLinkSeconds * 1000),
    saveAs: `${file.name}.${file.kind}`,
  });
}

export function deviceOf(context: Pick<AppLoadContext, "clientAddress">, request: Request) {
  const { address, browser } = clientOf(context, request);
  return { address, device: browser };
}
