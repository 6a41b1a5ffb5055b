import { createHash } from "node:crypto";
import {
  listPortraitKeys,
  listThumbnailSizes,
  thumbnailWidths,
} from "~/features/videos/pictures/picture-paths";
import type { Storage } from "~/integrations/storage/storage";
import type { Database, Db } from "~/platform/db.server";
import type { Withdrawal } from "~/platform/jobs/jobs";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { Services } from "~/platform/services";
import { tryEach } from "~/platform/try-each";
import { removeSharePictures } from "./find-share-picture.server";
import {
  findPortraitKey,
  listWithdrawnVideos,
  renamePortrait,
  renamePreview,
  renameThumbnail,
} from "./share-pictures.queries.server";

type Needs = Pick<Services, "db" | "storage" | "log">;

/**
 * Moves the public files of what left the shop to secret addresses, so that the former ones answer 404: a video's
 * thumbnail and preview, or those of all videos of a creator and the portrait. Buyers, the creator and administrators
 * see them at the new addresses, which stay after a restoration. Removes the share pictures, which are drawn again on
 * demand. Idempotent. A failed video does not stop the others: throws the first failure at the end, such as
 * `StorageError`.
 */
export async function withdrawFiles(services: Needs, withdrawal: Withdrawal): Promise<void> {
  let first: { error: unknown } | undefined;
  const keepFirst = (error: unknown) => {
    first ??= { error };
  };
  if (withdrawal.videoId === undefined) await withdrawPortrait(services, withdrawal).catch(keepFirst);
  let after: string | undefined;
  do {
    const videos = await listWithdrawnVideos(services.db, withdrawal, after);
    await tryEach(videos, (video) => withdrawVideo(services, withdrawal, video), {
      onFailure: (error, { id: videoId }) =>
        services.log.error({ err: error, videoId }, "the files of a video could not be withdrawn"),
    }).catch(keepFirst);
    after = videos.at(-1)?.id;
  } while (after !== undefined);
  if (first) throw first.error;
}

type Video = Awaited<ReturnType<typeof listWithdrawnVideos>>[number];

async function withdrawVideo(services: Needs, withdrawal: Withdrawal, video: Video): Promise<void> {
  const { id: videoId, thumbnail_url, preview_key, preview_status } = video;
  const name = nameMoved(withdrawal, videoId);
  const thumbnail =
    thumbnail_url && !thumbnail_url.includes(name) ? moveThumbnail(thumbnail_url, name) : undefined;
  if (thumbnail_url && thumbnail)
    await move(services, thumbnail.moves, (trx) =>
      renameThumbnail(trx, { videoId, from: thumbnail_url, to: thumbnail.url }),
    );
  if (preview_key && preview_status === "ready") {
    const { key, moves } = movePreview(preview_key, name);
    if (key !== preview_key)
      await move(services, moves, (trx) => renamePreview(trx, { videoId, from: preview_key, to: key }));
  }
  await removeSharePictures(services, videoId);
}

async function withdrawPortrait(services: Needs, withdrawal: Withdrawal): Promise<void> {
  const { creatorId } = withdrawal;
  const from = await findPortraitKey(services.db, creatorId);
  if (from) {
    const { key, moves } = movePortrait(from, nameMoved(withdrawal, creatorId));
    if (key !== from) await move(services, moves, (trx) => renamePortrait(trx, { creatorId, from, to: key }));
  }
  await removeSharePictures(services, creatorId);
}

/** Returns a random name, the same for every attempt of one withdrawal. */
function nameMoved({ at, secret }: Withdrawal, subjectId: string): string {
  return `${at}-${createHash("sha256").update(`${secret}:${subjectId}`).digest("hex").slice(0, 32)}`;
}

/** Copies files, renames, and removes the originals; removes the copies if `rename` returns false. */
async function move(
  { db, storage }: { db: Database; storage: Storage },
  moves: readonly Move[],
  rename: (trx: Db) => Promise<boolean>,
): Promise<void> {
  for (const { from, to } of moves) {
    const found = await storage.open(from);
    if (found) await storage.put(to, found.body);
  }
  const renamed = await db.transaction().execute(async (trx) => {
    if (!(await rename(trx))) return false;
    for (const { from } of moves) await addJob(trx, "remove-replaced-file", { key: from }, { priority: -10 });
    return true;
  });
  for (const { from, to } of moves) await storage.remove(renamed ? from : to);
}

/** Keys in the store. */
export interface Move {
  from: string;
  to: string;
}

/** A picture's path without this prefix is its key in the store. */
const root = "/thumbnails/";

const keyOf = (url: string) => url.slice(root.length);

/**
 * Returns the new public path of a thumbnail and the moves of every size; undefined if it is not in our store. `name`:
 * from `nameMoved`.
 */
export function moveThumbnail(url: string, name: string): { url: string; moves: Move[] } | undefined {
  const creatorId = /^\/thumbnails\/([^/]+)\/thumbs\/[^/]+\.webp$/.exec(url)?.[1];
  if (!creatorId) return undefined;
  const from = listThumbnailSizes(url);
  const sized = from.length > 1;
  const to = `${root}${creatorId}/thumbs/${name}${sized ? `-${thumbnailWidths[0]}` : ""}_capa.webp`;
  const places = listThumbnailSizes(to);
  const moves = from.map((size, at) => ({ from: keyOf(size.url), to: keyOf(places[at]?.url ?? to) }));
  return { url: to, moves };
}

/** Returns the new key of a portrait and the moves of every size. */
export function movePortrait(key: string, name: string): { key: string; moves: Move[] } {
  const to = `${key.slice(0, key.indexOf("/"))}/portraits/${name}-384.webp`;
  const places = listPortraitKeys(to);
  const moves = listPortraitKeys(key).map((size, at) => ({ from: size.key, to: places[at]?.key ?? to }));
  return { key: to, moves };
}

export function movePreview(key: string, name: string): { key: string; moves: Move[] } {
  const to = `${key.slice(0, key.indexOf("/"))}/previews/${name.split("-").at(-1)}.mp4`;
  return { key: to, moves: [{ from: key, to }] };
}
