import { playLinkSeconds } from "~/features/base/files/link-lifetime";
import {
  findWatchAccess,
  mayPlayHere,
  type Watcher,
} from "~/features/playback/access/find-watch-access.server";
import { type From, type Place, takePlace } from "~/features/playback/access/places.queries.server";
import { findFrames } from "~/features/videos/media/ladder-extras.queries.server";
import { findRung, listRungs } from "~/features/videos/media/ladders.queries.server";
import { orderRungs, writeMasterPlaylist, writeRungPlaylist } from "~/features/videos/media/write-playlist";
import type { Database, Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";

/** `notReady`: no such rendition, or none of the video's present file. */
type PlaylistView = { ok: true; playlist: string } | { ok: false; error: "mayNotWatch" | "notReady" };

type Viewer = Watcher;
type Signing = Pick<Services, "storage" | "clock">;

/** Holds no address of the store. `savesData`: the smallest rendition first. `from`: counts as a place that plays. */
export async function showMasterPlaylist(
  db: Database,
  viewer: Viewer,
  {
    videoId,
    savesData,
    from,
  }: { videoId: string; savesData: boolean; from: Omit<Place, "userId" | "videoId"> & From },
): Promise<PlaylistView> {
  const found = await findWatchAccess(db, viewer, videoId);
  const plays =
    mayPlayHere(found) &&
    (found.access === "owner" ||
      (await takePlace(db, { userId: viewer.userId, videoId, ...from }, { opens: false })));
  if (!plays) return { ok: false, error: "mayNotWatch" };
  const rungs = await listRungs(db, videoId);
  if (rungs.length === 0) return { ok: false, error: "notReady" };
  return { ok: true, playlist: writeMasterPlaylist(orderRungs(rungs, savesData)) };
}

/** One link signed for the viewer, repeated with byte ranges. Throws when the store fails. */
export async function showRungPlaylist(
  services: Signing & { db: Db },
  viewer: Viewer,
  { videoId, shortSide }: { videoId: string; shortSide: number },
): Promise<PlaylistView> {
  const { db } = services;
  if (!(await mayWatch(db, viewer, videoId))) return { ok: false, error: "mayNotWatch" };
  const rung = await findRung(db, { videoId, shortSide });
  if (!rung) return { ok: false, error: "notReady" };
  const link = await signRung(services, viewer, rung.storageKey);
  return { ok: true, playlist: writeRungPlaylist(rung, link) };
}

/** For a player whose playlists have old links. The caller has checked the access. */
export async function signRungs(
  services: Signing & { db: Db },
  viewer: Viewer,
  videoId: string,
): Promise<string[]> {
  const rungs = await listRungs(services.db, videoId);
  return Promise.all(rungs.map(({ storageKey }) => signRung(services, viewer, storageKey)));
}

/** The image with the small pictures. Throws when the store fails. */
export async function openFrames(
  { db, storage }: Pick<Services, "db" | "storage">,
  viewer: Viewer,
  videoId: string,
) {
  if (!(await mayWatch(db, viewer, videoId))) return { ok: false, error: "mayNotWatch" } as const;
  const key = await findFrames(db, videoId);
  const file = key && (await storage.open(key));
  return file ? ({ ok: true, file } as const) : ({ ok: false, error: "notReady" } as const);
}

async function mayWatch(db: Db, viewer: Viewer, videoId: string): Promise<boolean> {
  return mayPlayHere(await findWatchAccess(db, viewer, videoId));
}

function signRung({ storage, clock }: Signing, { userId }: Viewer, key: string): Promise<string> {
  const expiresAt = new Date(clock().getTime() + playLinkSeconds * 1000);
  return storage.signedUrl(key, { viewerId: userId, expiresAt });
}
