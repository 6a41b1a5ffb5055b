import type { AwaitedPaymentView } from "~/features/orders/checkout/awaited-payment";
import type { Holding, WatchButtonState } from "~/features/orders/checkout/holding";
import { showWatchStep } from "~/features/orders/checkout/show-watch-steps.server";
import {
  type FoundAccess,
  findWatchAccess,
  mayPlayHere,
  type Watcher,
} from "~/features/playback/access/find-watch-access.server";
import { type From, takePlace } from "~/features/playback/access/places.queries.server";
import { maxPlaces, placeOf } from "~/features/playback/access/watch-access";
import { parseRanges, type Ranges } from "~/features/playback/access/watch-tracker";
import type { CourseOfViewer } from "~/features/videos/courses/course-lessons.queries.server";
import type { CaptionTrack, Cue } from "~/features/videos/lesson-files/caption-files";
import { type Chapter, readChapters } from "~/features/videos/lesson-files/chapters";
import {
  type AttachmentLinks,
  describeDownloads,
} from "~/features/videos/lesson-files/describe-files.server";
import { nameCaptions } from "~/features/videos/lesson-files/make-captions.server";
import type { SpokenLanguage } from "~/features/videos/listing/spoken-language";
import { videoPath } from "~/features/videos/listing/video-address";
import { decidePlayingDoubt, type PlayingDoubt } from "~/features/videos/media/conversion";
import { defaultLocale, type Locale } from "~/i18n/languages";
import type { Currency } from "~/i18n/money";
import type { Services } from "~/platform/services";
import type { LimitRule } from "~/platform/try-counter.server";
import { makePlayer, type Player } from "./make-player.server";

/** Enough for many tabs. */
export const freshLinkLimit: LimitRule = { name: "fresh-link", tries: 20, seconds: 60 };

export interface VideoView {
  id: string;
  title: string;
  description: string;
  priceCents: number;
  isCourse: boolean;
  currency: Currency;
  thumbnailUrl: string | null;
}

type Watched =
  | { access: "notFound" }
  /** Too many other places play with the account, or this one was stopped from another. */
  | { access: "elsewhere" }
  /** `doubt`: why it may not play. `coursePath`: only a course sells the video. `held`: another payment first. */
  | {
      access: "mustBuy";
      video: VideoView;
      holding: Holding;
      doubt?: PlayingDoubt;
      coursePath?: string;
      held?: WatchButtonState;
    }
  | { access: "disputed" | "ended"; video: VideoView; holding: Holding }
  /** `percent`: null if unknown. */
  | { access: "encoding"; video: VideoView; percent: number | null }
  /** `awaited`: until when the boleto or Pix can be paid. */
  | {
      access: "processing";
      video: VideoView;
      saleId: string | undefined;
      awaited: AwaitedPaymentView | undefined;
    }
  /** `startSeconds`: where the viewer stopped, on any device. `seconds`: length, null while unknown. */
  | {
      access: "owner" | "bought";
      video: VideoView;
      player: Player;
      startSeconds: number;
      /** Null without a profile. */
      creator: { name: string; portraitKey: string | null; handle: string } | null;
      creatorId: string;
      /** Of the video, or of a course that has it as a lesson. */
      paidSale: { id: string; number: string } | null;
      marksPlayback: boolean;
      watched: Ranges;
      isDone: boolean;
      seconds: number | null;
      captions: CaptionTrack[];
      /** Whether a device may keep it; null without a file to keep. */
      offline: "allowed" | "refused" | null;
      /** The one they got last first. */
      courses: CourseOfViewer[];
      files: AttachmentLinks | undefined;
      /** In the language of the address, for browsers without script. */
      transcript?: { language: SpokenLanguage; cues: Cue[] };
      chapters: Chapter[];
    };

function showCaptions(
  row: {
    captions: { language: SpokenLanguage; isGenerated: boolean }[];
    spoken_language: SpokenLanguage | null;
  },
  locale: Locale,
): CaptionTrack[] {
  return row.captions.map((captions) => ({
    language: captions.language,
    name: nameCaptions(captions, locale),
    asSpoken: captions.language === (row.spoken_language ?? captions.language),
  }));
}

interface PlayOptions {
  locale?: Locale;
  /** A stopped place may open the page again. */
  opens?: boolean;
  /** Where a buyer takes a place. `isNew`: opens the video, rather than continuing. */
  from?: From & { isNew: boolean };
  /** Then the file is the smallest rendition, if there are any. */
  savesData?: boolean;
}

type Needs = Pick<Services, "db" | "storage" | "streaming" | "clock" | "log">;

export async function playVideo(
  services: Needs,
  viewer: Watcher,
  videoId: string,
  options: PlayOptions = {},
): Promise<Watched> {
  return playFound(services, viewer, await findWatchAccess(services.db, viewer, videoId), options);
}

/** Creates the link only if `found` gives access; `unavailable` if that fails. */
export async function playFound(
  { db, storage, streaming, clock, log }: Needs,
  viewer: Watcher,
  found: FoundAccess,
  { locale = defaultLocale, opens = false, savesData = false, from }: PlayOptions = {},
): Promise<Watched> {
  const { access, row } = found;
  if (!row) return { access };
  const video = {
    id: row.id,
    title: row.title,
    description: row.description,
    priceCents: row.price_cents,
    isCourse: row.video_type === "course",
    currency: row.currency,
    thumbnailUrl: row.thumbnail_url,
  };
  if (access === "encoding") return { access, video, percent: row.percent };
  const { holding } = found;
  if (access === "disputed" || access === "ended") return { access, video, holding };
  if (access === "mustBuy") {
    const doubt = decidePlayingDoubt(row.conversion);
    const coursePath = row.selling_course && videoPath(row.selling_course);
    const held = holding.kind === "held" ? showWatchStep(holding, clock(), locale) : undefined;
    return {
      access,
      video,
      holding,
      ...(doubt && { doubt }),
      ...(coursePath && { coursePath }),
      ...(held && { held }),
    };
  }
  if (access === "processing") {
    const { saleId, awaited } = showWatchStep(holding, clock(), locale);
    return { access, video, saleId, awaited };
  }
  if (access === "bought") {
    const mayTry = opens ? row.other_places < maxPlaces : mayPlayHere(found);
    const { userId, sessionIdHash } = viewer;
    const place = mayTry &&
      from &&
      sessionIdHash && { userId, videoId: row.id, place: placeOf({ sessionIdHash }) };
    if (!mayTry || (place && !(await takePlace(db, { ...place, ...from }, { opens: from.isNew }))))
      return { access: "elsewhere" };
  }
  const seconds = row.duration_seconds;
  const read = readChapters(row.description, seconds ?? undefined);
  return {
    access,
    video,
    player: await makePlayer({ db, storage, streaming, clock, log }, row, viewer.userId, { savesData }),
    startSeconds: row.position_seconds ?? 0,
    seconds,
    creator:
      row.creator_name !== null && row.handle !== null
        ? { name: row.creator_name, portraitKey: row.portrait_key, handle: row.handle }
        : null,
    creatorId: row.creator_id,
    paidSale: row.paid_sale,
    marksPlayback: row.marks_playback === true,
    watched: parseRanges(row.watched ?? ""),
    isDone: row.done_at !== null,
    courses: row.courses,
    offline: row.offline,
    chapters: read.ok ? read.chapters : [],
    captions: row.video_type === "youtube" ? [] : showCaptions(row, locale),
    files: describeDownloads(row.attachments, locale),
  };
}
