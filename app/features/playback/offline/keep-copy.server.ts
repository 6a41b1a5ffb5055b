import { createHash, hkdfSync } from "node:crypto";
import { playLinkSeconds } from "~/features/base/files/link-lifetime";
import { findWatchAccess, type Watcher } from "~/features/playback/access/find-watch-access.server";
import type { From } from "~/features/playback/access/places.queries.server";
import { placeOf } from "~/features/playback/access/watch-access";
import { listNotesOfVideo } from "~/features/playback/notes/notes.queries.server";
import { playFound } from "~/features/playback/player/play-video.server";
import { soundOnly } from "~/features/videos/media/rungs";
import { noteDownloads } from "~/features/videos/media/video-streams.queries.server";
import { dayMs } from "~/i18n/days";
import type { Locale } from "~/i18n/languages";
import { contentTypeOf } from "~/integrations/storage/file-headers";
import { StreamingError } from "~/integrations/streaming/streaming";
import { listDataSecrets } from "~/platform/env.server";
import type { Services } from "~/platform/services";
import { type KeepableVideo, leaseDays, listKeepable, renewCopies, takeCopy } from "./copies.queries.server";

type Needs = Pick<Services, "db" | "storage" | "streaming" | "env" | "clock" | "log">;

/** Larger attachments are not kept. */
const attachmentMaxBytes = 20 * 1024 * 1024;

/**
 * Why a video is not kept. `refused`: by its creator; `noFile`: there is none to keep; `preparing`: the streaming service
 * makes it; `devices`, `full`: `takeCopy`; `elsewhere`: the account plays in too many places.
 */
export type CopyRefusal =
  | "notFound"
  | "mayNotWatch"
  | "refused"
  | "noFile"
  | "preparing"
  | "devices"
  | "full"
  | "elsewhere"
  | "unavailable";

/**
 * Which files of which lessons a device can keep; `height` is 0 for the one file of a video without renditions,
 * `soundOnly` for the sound.
 */
export interface CopyOffer {
  title: string;
  isCourse: boolean;
  lessons: { id: string; title: string; sizes: { height: number; bytes: number }[] }[];
}

type Outcome<Value> = { ok: true; value: Value } | { ok: false; error: CopyRefusal };

export async function offerCopies(
  services: Needs,
  viewer: Watcher,
  productId: string,
): Promise<Outcome<CopyOffer>> {
  const found = await findKeepable(services, viewer, productId);
  if (!found.ok) return found;
  const { row } = found.value;
  const videos = await Promise.all(found.value.videos.map((video) => measureStream(services, video)));
  const lessons = await Promise.all(
    videos.map(async (video) => ({
      id: video.id,
      title: video.title,
      sizes: (await listSizes(services, video)).map(({ height, bytes }) => ({ height, bytes })),
    })),
  );
  const kept = lessons.filter(({ sizes }) => sizes.length > 0);
  if (kept.length === 0) return { ok: false, error: decideRefusal(videos) };
  return { ok: true, value: { title: row.title, isCourse: row.video_type === "course", lessons: kept } };
}

/** Returns why none of these videos has a size. */
function decideRefusal(videos: readonly MeasuredVideo[]): CopyRefusal {
  if (videos.some(({ isAway }) => isAway)) return "unavailable";
  return videos.some(({ stream }) => stream?.mp4 === null) ? "preparing" : "noFile";
}

/** Takes or renews a device's copy. `half`: the server's half of the key. `height`: of an offered size. */
export async function keepCopy(
  services: Needs,
  viewer: Watcher & { sessionIdHash: string },
  { videoId, height, from, locale }: { videoId: string; height: number; from: From; locale: Locale },
) {
  const { db, clock } = services;
  const found = await findKeepable(services, viewer, videoId);
  if (!found.ok) return found;
  const [video] = found.value.videos;
  if (video?.id !== videoId) return { ok: false, error: "noFile" } as const;
  const size = (await listSizes(services, video)).find((one) => one.height === height);
  if (!size) return { ok: false, error: decideRefusal([video]) } as const;
  const played = await playFound(services, viewer, found.value, { locale });
  if (!("player" in played))
    return { ok: false, error: played.access === "elsewhere" ? "elsewhere" : "mayNotWatch" } as const;
  const now = clock();
  const { userId } = viewer;
  const expiresAt = new Date(now.getTime() + playLinkSeconds * 1000);
  const link = await signLink(services, { video, size, viewerId: userId, expiresAt });
  if (!link) return { ok: false, error: "unavailable" } as const;
  const taken = await takeCopy(db, { userId, videoId, place: placeOf(viewer), ...from, now });
  if (!taken.ok) return taken;
  const value = {
    id: taken.id,
    half: makeHalf(services, taken.id),
    ...leaseOf(now),
    // A download cannot continue with another file.
    file: createHash("sha256").update(size.key).digest("hex").slice(0, 16),
    link,
    type: contentTypeOf(size.key),
    bytes: size.bytes,
    title: played.video.title,
    by: played.courses[0]?.title ?? played.creator?.name ?? "",
    cover: played.video.thumbnailUrl,
    owner: userId,
    notes: (await listNotesOfVideo(db, { userId, videoId })).notes,
    position: played.startSeconds,
    seconds: played.seconds,
    chapters: played.chapters,
    captions: played.captions.map(({ language, name }) => ({ language, name })),
    files: found.value.row.attachments
      .filter(({ bytes }) => bytes <= attachmentMaxBytes)
      .map(({ id, name, kind, bytes }) => ({ id, name: `${name}.${kind}`, bytes })),
  };
  return { ok: true, value } as const;
}

/** Copies that are not returned have ended. */
export async function renewDevice(
  services: Pick<Services, "db" | "env" | "clock">,
  viewer: { userId: string; sessionIdHash: string },
  ids: readonly string[],
) {
  const now = services.clock();
  const copies = await renewCopies(services.db, {
    userId: viewer.userId,
    place: placeOf(viewer),
    ids,
    now,
  });
  return {
    ...leaseOf(now),
    // Notes written by another person on this device are not sent for this one.
    owner: viewer.userId,
    copies: copies.map(({ id, seconds, notes }) => ({
      id,
      half: makeHalf(services, id),
      position: seconds,
      notes,
    })),
  };
}

/** Milliseconds since 1970. */
function leaseOf(now: Date): { now: number; until: number } {
  return { now: now.getTime(), until: now.getTime() + leaseDays * dayMs };
}

/** The server's half of a copy's key, which is stored nowhere. Another secret makes another half. */
function makeHalf({ env }: Pick<Services, "env">, id: string): string {
  const [secret] = listDataSecrets(env);
  return Buffer.from(hkdfSync("sha256", secret, "", `offline copy ${id}`, 32)).toString("base64url");
}

async function findKeepable({ db }: Needs, viewer: Watcher, productId: string) {
  const found = await findWatchAccess(db, viewer, productId);
  if (!found.row) return { ok: false, error: "notFound" } as const;
  if (found.access !== "owner" && found.access !== "bought")
    return { ok: false, error: "mayNotWatch" } as const;
  const videos = await listKeepable(db, { userId: viewer.userId, productId });
  if (videos.length > 0) return { ok: true, value: { ...found, videos } } as const;
  return { ok: false, error: found.row.offline === "refused" ? "refused" : "noFile" } as const;
}

type Size = KeepableVideo["renditions"][number];

/** Lists the known sizes of a video, the sound first. */
async function listSizes({ storage }: Needs, video: KeepableVideo): Promise<Size[]> {
  const { renditions, stream, video_url } = video;
  if (stream) {
    const { uid, mp4, sound } = stream;
    return [
      ...(mp4 && sound ? [{ height: soundOnly, bytes: sound, key: `${uid}/audio.m4a` }] : []),
      ...(mp4 ? [{ height: 0, bytes: mp4, key: `${uid}/default.mp4` }] : []),
    ];
  }
  if (renditions.length > 0) return renditions;
  const file = video_url && (await storage.find(video_url));
  return file ? [{ height: 0, bytes: file.bytes, key: video_url }] : [];
}

/** Returns the address of a file; undefined for one at a streaming service that is not set up. */
async function signLink(
  { storage, streaming }: Needs,
  {
    video,
    size,
    viewerId,
    expiresAt,
  }: { video: KeepableVideo; size: Size; viewerId: string; expiresAt: Date },
): Promise<string | undefined> {
  if (!video.stream) return storage.signedUrl(size.key, { viewerId, expiresAt });
  const links = await streaming?.signLinks(video.stream.uid, { expiresAt });
  return size.height === soundOnly ? links?.sound : links?.mp4;
}

/** `isAway`: the streaming service did not return the size of the video's file. */
type MeasuredVideo = KeepableVideo & { isAway?: true };

/**
 * Returns a video with the sizes of its files at the streaming service. Until they are known, the service is asked for
 * them, and makes what is missing, which costs nothing before it is downloaded.
 */
async function measureStream(
  { db, streaming, log }: Pick<Services, "db" | "streaming" | "log">,
  video: KeepableVideo,
): Promise<MeasuredVideo> {
  const { id, stream } = video;
  if (!stream || (stream.mp4 !== null && stream.sound !== null)) return video;
  try {
    if (!streaming) throw new StreamingError("a video is at a service that is not set up", "unavailable");
    const sizes = await streaming.prepareDownloads(stream.uid, stream);
    if (sizes.mp4 !== stream.mp4 || sizes.sound !== stream.sound) await noteDownloads(db, id, sizes);
    return { ...video, stream: { ...stream, ...sizes } };
  } catch (error) {
    if (!(error instanceof StreamingError)) throw error;
    log.warn({ err: error, videoId: id }, "a video's downloads could not be measured");
    return stream.mp4 === null ? { ...video, isAway: true } : video;
  }
}
