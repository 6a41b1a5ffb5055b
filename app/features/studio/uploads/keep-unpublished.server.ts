import { trailerMaxBytes } from "~/features/base/files/accepted-files";
import { planPreviewKey } from "~/features/videos/media/make-preview.server";
import { planPreview, type StoredTrailer } from "~/features/videos/media/preview-columns";
import { changePreview } from "~/features/videos/media/previews.queries.server";
import { discardTrailer, storeTrailer } from "~/features/videos/media/store-trailer.server";
import { coverDrawings, coverGrounds } from "~/features/videos/pictures/cover-designs";
import { makeCover, readThumbnailOrCover } from "~/features/videos/pictures/draw-cover.server";
import {
  planThumbnailUrl,
  removeThumbnail,
  storeThumbnail,
  type Thumbnail,
} from "~/features/videos/pictures/thumbnail.server";
import type { MessageKey } from "~/i18n/message-key";
import { readMultipart } from "~/platform/forms/multipart.server";
import type { Services } from "~/platform/services";
import { isSameTyped, isTooLong, readTypedFields, type SavedFields } from "./typed-fields";
import {
  isUnpublished,
  lockUnpublished,
  type OwnVideo,
  saveTyped,
  setPictures,
} from "./unpublished.queries.server";
import { frameSecond } from "./video-frames";

/**
 * `revision`: the one that the form shows: what was saved elsewhere since then is not overwritten; a repeated request
 * succeeds. `cover`: the number of the picture that becomes the cover.
 */
export async function saveUnpublished(
  { db, clock }: Pick<Services, "db" | "clock">,
  ownVideo: OwnVideo,
  form: Record<string, string>,
): Promise<SavedFields> {
  const fields = readTypedFields(form);
  if (isTooLong(fields)) return { ok: false, error: "tooLong" };
  const now = clock();
  return db.transaction().execute(async (trx): Promise<SavedFields> => {
    const before = await lockUnpublished(trx, ownVideo);
    if (!before) return { ok: false, error: "gone" };
    const { videoId } = ownVideo;
    const { revision, pictures } = before;
    const chosen = pictures[Number.parseInt(form.cover ?? "", 10)];
    if (chosen && chosen !== before.thumbnail_url)
      await setPictures(trx, { videoId, before: pictures, pictures, cover: chosen, now });
    if (isSameTyped(before.fields, fields)) return { ok: true, revision };
    if (form.revision !== undefined && Number(form.revision) !== revision)
      return { ok: false, error: "changed", revision };
    await saveTyped(trx, { videoId, fields, revision: revision + 1, now });
    return { ok: true, revision: revision + 1 };
  });
}

type Needs = Pick<Services, "db" | "storage" | "converter" | "clock" | "log">;

export type MediaResult =
  | { ok: true; pictures: string[]; cover: string | null }
  | { ok: false; error: MessageKey; field: "thumbnail" | "trailer" };

const maxPictures = 12;

/**
 * Keeps pictures or a trailer: files `thumbnail`, `frame` (the one numbered `best` becomes the cover unless there is
 * one) and `trailer`, or the fields of a drawn cover. `anew`: the frames are another file's, so the present ones go.
 * Throws StorageError, BrokenForm; then no picture is named that is not stored.
 */
export async function keepMedia(services: Needs, ownVideo: OwnVideo, request: Request): Promise<MediaResult> {
  const frames: Thumbnail[] = [];
  let chosen: Thumbnail | undefined;
  let trailer: StoredTrailer | undefined;
  let refused: Extract<MediaResult, { ok: false }> | undefined;
  const gone = { ok: false, error: "drafts.gone", field: "thumbnail" } as const;
  // Before anything is stored for a video that is not theirs.
  if (!(await isUnpublished(services.db, ownVideo))) return gone;
  const fields = await readMultipart(request, {
    fileMaxBytes: trailerMaxBytes,
    maxFiles: 8,
    onFile: async ({ field, fileName, body }, sent) => {
      if (field === "trailer" && !trailer) {
        const stored = await storeTrailer(services, ownVideo.creatorId, body, request.signal);
        if (stored?.ok) trailer = stored.trailer;
        else if (stored) refused = { ok: false, error: stored.error, field: "trailer" };
      }
      if (field !== "thumbnail" && field !== "frame") return;
      const read = await readThumbnailOrCover(body, fileName, field === "thumbnail" ? sent : {});
      if (!read.ok) refused ??= { ok: false, error: read.error, field: "thumbnail" };
      else if (field === "frame") frames.push(read.thumbnail);
      else chosen = read.thumbnail;
    },
  });
  if (refused) {
    await discardTrailer(services, trailer);
    return refused;
  }
  if (trailer && !(await setTrailer(services, ownVideo, trailer))) return gone;
  const pictures = [...frames, ...(chosen ? [chosen] : [])];
  const coverIndex = chosen ? frames.length : Number.parseInt(fields.best ?? "", 10);
  const media = await addPictures(services, ownVideo, {
    pictures,
    chosen: Number.isNaN(coverIndex) ? undefined : coverIndex,
    isUnasked: chosen === undefined,
    anew: fields.anew === "1",
  });
  return media ?? gone;
}

export async function setTrailer(
  services: Needs,
  ownVideo: OwnVideo,
  trailer: StoredTrailer,
): Promise<boolean> {
  const now = services.clock();
  const isSet = await services.db.transaction().execute(async (trx) => {
    const video = await lockUnpublished(trx, ownVideo);
    if (!video) return false;
    const { preview_seconds: seconds, preview_start: start, video_type } = video;
    const wish = { seconds, start, isFile: video_type === "cloudflare", trailer };
    await changePreview(
      trx,
      ownVideo.videoId,
      planPreview(wish, { key: planPreviewKey(ownVideo.creatorId), now }),
    );
    return true;
  });
  if (!isSet) await discardTrailer(services, trailer);
  return isSet;
}

/**
 * `chosen`: the number of the one that becomes the cover; `isUnasked`: only if there is none. Returns undefined if
 * the video is published or gone. Throws StorageError.
 */
export async function addPictures(
  { db, storage, clock }: Pick<Services, "db" | "storage" | "clock">,
  ownVideo: OwnVideo,
  {
    pictures,
    chosen,
    isUnasked = false,
    anew = false,
  }: {
    pictures: readonly Thumbnail[];
    chosen: number | undefined;
    isUnasked?: boolean;
    anew?: boolean;
  },
): Promise<Extract<MediaResult, { ok: true }> | undefined> {
  const now = clock();
  const urls = pictures.map((picture) => planThumbnailUrl(ownVideo.creatorId, picture, now));
  // Named before they are stored, so that their removal is certain.
  const change = (added: readonly string[], leaves: (url: string) => boolean) =>
    db.transaction().execute(async (trx) => {
      const video = await lockUnpublished(trx, ownVideo);
      if (!video) return undefined;
      const remaining = video.pictures.filter((url) => !leaves(url));
      const present =
        video.thumbnail_url && remaining.includes(video.thumbnail_url) ? video.thumbnail_url : null;
      const chosenUrl = chosen === undefined ? undefined : added[chosen];
      const cover = isUnasked ? (present ?? chosenUrl ?? null) : (chosenUrl ?? present);
      const all = [...remaining, ...added];
      for (let at = 0; all.length > maxPictures; ) {
        if (all[at] === cover) at += 1;
        else all.splice(at, 1);
      }
      await setPictures(trx, {
        videoId: ownVideo.videoId,
        before: video.pictures,
        pictures: all,
        cover,
        now,
      });
      return { ok: true, pictures: all, cover } as const;
    });
  const media = await change(urls, (url) => anew && frameSecond(url) !== undefined);
  if (!media) return undefined;
  try {
    for (const [index, picture] of pictures.entries())
      await storeThumbnail(storage, urls[index] ?? "", picture);
  } catch (error) {
    await change([], (url) => urls.includes(url));
    throw error;
  }
  // Published or deleted meanwhile: the removal may have come before the file.
  if (await isUnpublished(db, ownVideo)) return media;
  if (!media.cover || !urls.includes(media.cover))
    for (const url of urls) await removeThumbnail(storage, url);
  return undefined;
}

export async function drawUsualCover(title: string): Promise<Thumbnail | undefined> {
  const sum = [...title].reduce((all, letter) => all + (letter.codePointAt(0) ?? 0), 0);
  const drawing = coverDrawings[sum % coverDrawings.length];
  const ground = coverGrounds[sum % coverGrounds.length];
  if (!drawing || !ground) return undefined;
  const drawn = await makeCover({ drawing, ground, title: title.slice(0, 60) });
  return drawn.ok ? drawn.thumbnail : undefined;
}
