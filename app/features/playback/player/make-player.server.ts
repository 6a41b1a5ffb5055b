import { playLinkSeconds } from "~/features/base/files/link-lifetime";
import { parseYoutubeId, type VideoType } from "~/features/videos/listing/youtube-link";
import { decidePlayingDoubt, type PlayingDoubt } from "~/features/videos/media/conversion";
import type { toConversion } from "~/features/videos/media/conversions.queries.server";
import type { LadderExtras } from "~/features/videos/media/ladder-extras.queries.server";
import { listRungs } from "~/features/videos/media/ladders.queries.server";
import type { FrameSheet } from "~/integrations/conversion/converter";
import { contentTypeOf } from "~/integrations/storage/file-headers";
import type { Services } from "~/platform/services";

/** Contains the video's location: only for viewers who may watch. */
export type Player =
  /**
   * `secondsLeft`: lifetime of the link; null if it does not expire. `hasLadder`: there are playlists for players with
   * script. `sides`: short sides of their pictures. `sound`: a link to the sound alone. `frames`: small pictures on one
   * image.
   */
  | {
      kind: "file";
      src: string;
      type: string;
      secondsLeft: number | null;
      doubt?: PlayingDoubt;
      hasLadder?: true;
      sides?: number[];
      sound?: string;
      frames?: FrameSheet;
    }
  /** Both links expire together; `mp4` is for browsers without HLS, once it exists. */
  | { kind: "stream"; hls: string; mp4: string | null; secondsLeft: number }
  | { kind: "youtube"; id: string }
  | { kind: "unavailable" };

interface PlayableRow {
  id: string;
  video_type: VideoType;
  video_url: string | null;
  youtube_url: string | null;
  cloudflare_video_id: string | null;
  file_removed_at: Date | null;
  has_mp4: boolean | null;
  has_ladder: boolean;
  rung_sides?: number[] | null;
  extras?: LadderExtras | null;
  conversion: ReturnType<typeof toConversion> | undefined;
}

/** Only after access was decided. `unavailable`: no link could be made; logged. `savesData`: the smallest rendition. */
export async function makePlayer(
  { db, storage, streaming, clock, log }: Pick<Services, "db" | "storage" | "streaming" | "clock" | "log">,
  row: PlayableRow,
  viewerId: string,
  { savesData = false }: { savesData?: boolean } = {},
): Promise<Player> {
  const videoId = row.id;
  // Paid after the file was removed: only a refund is possible.
  if (row.file_removed_at) {
    log.error({ videoId }, "a video was paid for whose file is removed");
    return { kind: "unavailable" };
  }
  const youtubeId = row.youtube_url ? parseYoutubeId(row.youtube_url) : undefined;
  if (youtubeId) return { kind: "youtube", id: youtubeId };
  if (row.cloudflare_video_id) return makeStream(row.cloudflare_video_id, row.has_mp4 ?? false);
  if (!row.video_url) return { kind: "unavailable" };
  if (row.video_type === "legacy" && /^https:\/\//.test(row.video_url)) {
    return { kind: "file", src: row.video_url, type: "video/mp4", secondsLeft: null };
  }
  const [small] = savesData && row.has_ladder ? await listRungs(db, videoId) : [];
  const key = small?.storageKey ?? row.video_url;
  const src = await signFile(key);
  if (src === undefined) return { kind: "unavailable" };
  const doubt = decidePlayingDoubt(row.conversion);
  const type = contentTypeOf(key);
  const sound = row.extras?.sound ? await signFile(row.extras.sound) : undefined;
  const more = {
    ...(doubt ? { doubt } : {}),
    ...(row.has_ladder ? { hasLadder: true as const, sides: row.rung_sides ?? [] } : {}),
    ...(sound ? { sound } : {}),
    ...(row.extras ? { frames: row.extras.frames } : {}),
  };
  return { kind: "file", src, type, secondsLeft: playLinkSeconds, ...more };

  async function signFile(key: string): Promise<string | undefined> {
    try {
      const expiresAt = new Date(clock().getTime() + playLinkSeconds * 1000);
      return await storage.signedUrl(key, { viewerId, expiresAt });
    } catch (error) {
      log.error({ err: error, videoId }, "no link could be signed");
      return undefined;
    }
  }

  async function makeStream(uid: string, hasMp4: boolean): Promise<Player> {
    try {
      if (!streaming) throw new Error("a video is at a streaming service that is not set up");
      const expiresAt = new Date(clock().getTime() + playLinkSeconds * 1000);
      const { hls, mp4 } = await streaming.signLinks(uid, { expiresAt });
      return { kind: "stream", hls, mp4: hasMp4 ? mp4 : null, secondsLeft: playLinkSeconds };
    } catch (error) {
      log.error({ err: error, videoId }, "no link could be signed");
      return { kind: "unavailable" };
    }
  }
}
