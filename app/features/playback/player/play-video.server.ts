import type { Currency } from "~/features/base/money/currency";
import type { ShownAwaitedPayment } from "~/features/orders/checkout/awaited-payment";
import { showWatchSteps } from "~/features/orders/checkout/show-watch-steps.server";
import { findWatchAccess } from "~/features/playback/access/find-watch-access.server";
import { parseRanges, type Ranges } from "~/features/playback/positions/watched-ranges";
import type { Cue } from "~/features/videos/captions/cue";
import type { ShownCaptions } from "~/features/videos/captions/shown-captions";
import { type Chapter, readChapters } from "~/features/videos/chapters/chapters";
import { decidePlayingDoubt, type PlayingDoubt } from "~/features/videos/conversion/conversion";
import { linkSeconds } from "~/features/videos/listing/link-lifetime";
import { nameLanguage, type SpokenLanguage } from "~/features/videos/listing/spoken-language";
import { parseYoutubeId } from "~/features/videos/listing/youtube-link";
import { defaultLocale, type Locale } from "~/i18n/languages";
import { contentTypeOf } from "~/integrations/storage/content-type";
import type { Services } from "~/platform/services";

/** Contains the video's location: only for viewers who may watch. */
export type Player =
  /**
   * `secondsLeft`: remaining lifetime of the link; null if it does not expire. `hasLadder`: there are playlists for
   * players with script.
   */
  | {
      kind: "file";
      src: string;
      type: string;
      secondsLeft: number | null;
      doubt?: PlayingDoubt;
      hasLadder?: true;
    }
  /** Both links expire together; `mp4` is for browsers without HLS, once it exists. */
  | { kind: "stream"; hls: string; mp4: string | null; secondsLeft: number }
  | { kind: "youtube"; id: string }
  | { kind: "unavailable" };

export interface ShownVideo {
  id: string;
  title: string;
  description: string;
  priceCents: number;
  currency: Currency;
  thumbnailUrl: string | null;
}

export type Watched =
  | { access: "notFound" }
  /** `refunded`: a former purchase. `failed`: a payment that did not go through. `doubt`: why it may not play. */
  | { access: "mustBuy"; video: ShownVideo; refunded: boolean; failed: boolean; doubt?: PlayingDoubt }
  | { access: "disputed"; video: ShownVideo }
  /** `percent`: encoding progress, if known. */
  | { access: "encoding"; video: ShownVideo; percent: number | null }
  /** `saleId`: the sale being paid. `awaited`: until when its boleto or Pix can be paid. */
  | {
      access: "processing";
      video: ShownVideo;
      saleId: string | undefined;
      awaited: ShownAwaitedPayment | undefined;
    }
  /**
   * `startSeconds`: where this viewer stopped last, on any device. `watched`: which parts they watched. `seconds`:
   * length of the video; null while unknown. `chapters`: those of the description, or none. `captions`: none for a
   * YouTube video, which brings its own.
   */
  | {
      access: "owner" | "bought";
      video: ShownVideo;
      player: Player;
      startSeconds: number;
      /** Who teaches; null without a profile. */
      creator: { name: string; portraitKey: string | null; handle: string } | null;
      creatorId: string;
      watched: Ranges;
      isDone: boolean;
      seconds: number | null;
      captions: ShownCaptions[];
      /** The cues in the language that the address asks for, for browsers without script. */
      transcript?: { language: SpokenLanguage; cues: Cue[] };
      chapters: Chapter[];
    };

function showCaptions(
  row: { caption_languages: SpokenLanguage[]; spoken_language: SpokenLanguage | null },
  locale: Locale,
): ShownCaptions[] {
  return row.caption_languages.map((language) => ({
    language,
    name: nameLanguage(language, locale),
    asSpoken: language === (row.spoken_language ?? language),
  }));
}

/**
 * Opens a video for a viewer: decides access and only then creates the link. Returns `unavailable` when the link
 * cannot be created; the cause is logged.
 */
export async function playVideo(
  { db, storage, streaming, clock, log }: Pick<Services, "db" | "storage" | "streaming" | "clock" | "log">,
  viewer: { userId: string },
  videoId: string,
  locale: Locale = defaultLocale,
): Promise<Watched> {
  const found = await findWatchAccess(db, viewer, videoId);
  const { access, row } = found;
  if (!row) return { access };
  const video = {
    id: row.id,
    title: row.title,
    description: row.description,
    priceCents: row.price_cents,
    currency: row.currency,
    thumbnailUrl: row.thumbnail_url,
  };
  if (access === "encoding") return { access, video, percent: row.percent };
  if (access === "disputed") return { access, video };
  if (access === "mustBuy") {
    const doubt = decidePlayingDoubt(row.conversion);
    const { refunded, failed } = found;
    return { access, video, refunded, failed, ...(doubt ? { doubt } : {}) };
  }
  if (access === "processing") {
    const [shown] = await showWatchSteps({ db, clock }, viewer, [row], locale);
    return { access, video, saleId: shown?.saleId, awaited: shown?.awaited };
  }
  const seconds = row.duration_seconds;
  const read = readChapters(row.description, seconds ?? undefined);
  return {
    ...{ access, video, player: await makePlayer(), startSeconds: row.position_seconds ?? 0, seconds },
    creator:
      row.creator_name !== null && row.handle !== null
        ? { name: row.creator_name, portraitKey: row.portrait_key, handle: row.handle }
        : null,
    creatorId: row.creator_id,
    watched: parseRanges(row.watched ?? ""),
    isDone: row.done_at !== null,
    chapters: read.ok ? read.chapters : [],
    captions: row.video_type === "youtube" ? [] : showCaptions(row, locale),
  };

  async function makePlayer(): Promise<Player> {
    // Paid after the file was removed: only a refund is possible.
    if (row?.file_removed_at) {
      log.error({ videoId }, "a video was paid for whose file is removed");
      return { kind: "unavailable" };
    }
    const youtubeId = row?.youtube_url ? parseYoutubeId(row.youtube_url) : undefined;
    if (youtubeId) return { kind: "youtube", id: youtubeId };
    if (row?.cloudflare_video_id) return makeStream(row.cloudflare_video_id, row.has_mp4 ?? false);
    if (!row?.video_url) return { kind: "unavailable" };
    if (row.video_type === "legacy" && /^https:\/\//.test(row.video_url)) {
      return { kind: "file", src: row.video_url, type: "video/mp4", secondsLeft: null };
    }
    const src = await signFile(row.video_url);
    if (src === undefined) return { kind: "unavailable" };
    const doubt = decidePlayingDoubt(row.conversion);
    const type = contentTypeOf(row.video_url);
    const more = { ...(doubt ? { doubt } : {}), ...(row.has_ladder ? { hasLadder: true as const } : {}) };
    return { kind: "file", src, type, secondsLeft: linkSeconds, ...more };
  }

  async function signFile(key: string): Promise<string | undefined> {
    try {
      const expiresAt = new Date(clock().getTime() + linkSeconds * 1000);
      return await storage.signedUrl(key, { viewerId: viewer.userId, expiresAt });
    } catch (error) {
      log.error({ err: error, videoId }, "no link could be signed");
      return undefined;
    }
  }

  async function makeStream(uid: string, hasMp4: boolean): Promise<Player> {
    try {
      if (!streaming) throw new Error("a video is at a streaming service that is not set up");
      const expiresAt = new Date(clock().getTime() + linkSeconds * 1000);
      const { hls, mp4 } = await streaming.signLinks(uid, { expiresAt });
      return { kind: "stream", hls, mp4: hasMp4 ? mp4 : null, secondsLeft: linkSeconds };
    } catch (error) {
      log.error({ err: error, videoId }, "no link could be signed");
      return { kind: "unavailable" };
    }
  }
}
