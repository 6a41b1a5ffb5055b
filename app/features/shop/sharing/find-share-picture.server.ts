import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { formatPrice } from "~/i18n/money";
import { isThumbnailKey, thumbnailsPath } from "~/integrations/storage/storage-key";
import { isAccountErased } from "~/platform/outage.server";
import type { Services } from "~/platform/services";
import { tryEach } from "~/platform/try-each";
import {
  creatorPicturePath,
  drawCreatorPicture,
  drawVideoPicture,
  videoPicturePath,
} from "./draw-share-picture.server";
import {
  deletePictureRecord,
  findCreatorPictureFacts,
  findVideoPictureFacts,
  isPictureRecorded,
  listOrphanPictures,
  listOtherPictures,
  recordSharePicture,
} from "./share-pictures.queries.server";

type Needs = Pick<Services, "db" | "storage" | "clock">;

type FoundPicture =
  /** `current`: the requested path is the picture's own, so its bytes never change. */
  | { ok: true; jpeg: Buffer; current: boolean }
  | { ok: false; error: "notFound" }
  /** Too many pictures are being drawn: try again. */
  | { ok: false; error: "busy" };

/** Pictures that one process draws or queues at once; each holds its cover in memory. */
const maxDrawn = 20;

/** Pictures being drawn in this process by key, so that many requests draw one. */
const making = new Map<string, Promise<Buffer>>();

/**
 * Finds the share picture of a video for sale; the first request draws and stores it. An outdated `path` finds the
 * current picture. Throws `StorageError` if the store fails.
 */
export async function findVideoPicture(
  services: Needs,
  videoId: string,
  path: string,
): Promise<FoundPicture> {
  const video = await findVideoPictureFacts(services.db, videoId);
  if (!video) return { ok: false, error: "notFound" };
  const current = videoPicturePath(video);
  const jpeg = await openOrMake(services, keyOf(current), videoId, async () =>
    drawVideoPicture({
      cover: await readCover(services, video.thumbnail_url),
      title: video.title,
      price: formatPrice(video.price_cents, video.currency),
    }),
  );
  return jpeg ? { ok: true, jpeg, current: path === current } : { ok: false, error: "busy" };
}

/** Finds the share picture of a creator with something for sale, as `findVideoPicture` does. */
export async function findCreatorPicture(
  services: Needs,
  creatorId: string,
  path: string,
): Promise<FoundPicture> {
  const creator = await findCreatorPictureFacts(services.db, creatorId);
  if (!creator) return { ok: false, error: "notFound" };
  const current = creatorPicturePath(creator);
  const draw = async () =>
    drawCreatorPicture({
      portrait: creator.portrait_key === null ? undefined : await readPicture(services, creator.portrait_key),
      name: creator.full_name,
    });
  const jpeg = await openOrMake(services, keyOf(current), creatorId, draw).catch((error: unknown) => {
    if (isAccountErased(error)) return null;
    throw error;
  });
  if (jpeg === null) return { ok: false, error: "notFound" };
  return jpeg ? { ok: true, jpeg, current: path === current } : { ok: false, error: "busy" };
}

/** Removes the pictures of what no longer exists, at most 100 per run. */
export async function removeOrphanPictures(services: Pick<Services, "db" | "storage">): Promise<void> {
  await removePictures(services, await listOrphanPictures(services.db));
}

/** They are drawn again on demand. */
export async function removeSharePictures(
  services: Pick<Services, "db" | "storage">,
  subjectId: string,
): Promise<void> {
  await removePictures(services, await listOtherPictures(services.db, { key: "", subjectId }));
}

/** Returns undefined if too many pictures are being drawn. */
async function openOrMake(
  services: Needs,
  key: string,
  subjectId: string,
  draw: () => Promise<Buffer>,
): Promise<Buffer | undefined> {
  const stored = await readStored(services, key);
  if (stored) return stored;
  let made = making.get(key);
  if (!made) {
    if (making.size >= maxDrawn) return undefined;
    made = make(services, key, subjectId, draw).finally(() => making.delete(key));
    making.set(key, made);
  }
  return made;
}

async function make(
  services: Needs,
  key: string,
  subjectId: string,
  draw: () => Promise<Buffer>,
): Promise<Buffer> {
  const { db, storage, clock } = services;
  const picture = await draw();
  await recordSharePicture(db, { key, subjectId, now: clock() });
  await storage.put(key, Readable.from([picture]));
  if (!(await isPictureRecorded(db, key))) await storage.remove(key);
  await removePictures(services, await listOtherPictures(db, { key, subjectId }));
  return picture;
}

async function removePictures(
  { db, storage }: Pick<Services, "db" | "storage">,
  keys: string[],
): Promise<void> {
  const remove = async (key: string) => {
    await storage.remove(key);
    await deletePictureRecord(db, key);
  };
  await tryEach(keys, remove, { onFailure: () => {} });
}

/** Returns undefined if the video has no cover or it is gone. */
export async function readCover(
  services: Pick<Services, "storage">,
  thumbnailUrl: string | null,
): Promise<Buffer | undefined> {
  return readPicture(services, keyOfThumbnail(thumbnailUrl));
}

/** Reads one of our own public pictures; undefined if it is gone. */
async function readPicture(
  services: Pick<Services, "storage">,
  key: string | undefined,
): Promise<Buffer | undefined> {
  return key !== undefined && isThumbnailKey(key) ? readStored(services, key) : undefined;
}

function keyOfThumbnail(url: string | null): string | undefined {
  return url?.startsWith(`${thumbnailsPath}/`) ? url.slice(thumbnailsPath.length + 1) : undefined;
}

/** Reads a small object completely; undefined if there is none. */
async function readStored({ storage }: Pick<Services, "storage">, key: string): Promise<Buffer | undefined> {
  const stored = await storage.open(key);
  return stored && (await buffer(stored.body));
}

function keyOf(path: string): string {
  return path.slice(1);
}
