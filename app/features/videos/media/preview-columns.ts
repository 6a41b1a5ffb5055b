/** `key`: public if it can be shown as it is, else it waits to be encoded. */
export interface StoredTrailer {
  key: string;
  ready?: { seconds: number };
}

/** The trailer takes precedence over the link, and both over an excerpt. */
interface PreviewWish {
  seconds: number;
  start: number;
  /** The video's file is in our store or at Stream, so that it can be cut. */
  isFile: boolean;
  trailer?: StoredTrailer | undefined;
  youtubeId?: string | null | undefined;
}

export interface PreviewColumns {
  preview_seconds: number;
  preview_start: number;
  preview_kind: "excerpt" | "trailer" | "youtube" | null;
  preview_status: "waiting" | "ready" | null;
  preview_key: string | null;
  preview_source: string | null;
  preview_length: number | null;
  preview_youtube_id: string | null;
  preview_clip: null;
  preview_changed_at: Date;
}

export function planPreview(wish: PreviewWish, { key, now }: { key: string; now: Date }): PreviewColumns {
  const none: PreviewColumns = {
    preview_seconds: wish.seconds,
    preview_start: wish.start,
    preview_kind: null,
    preview_status: null,
    preview_key: null,
    preview_source: null,
    preview_length: null,
    preview_youtube_id: null,
    preview_clip: null,
    preview_changed_at: now,
  };
  const { trailer, youtubeId } = wish;
  if (trailer?.ready) {
    const length = Math.max(1, Math.round(trailer.ready.seconds));
    const ready = { preview_status: "ready", preview_key: trailer.key, preview_length: length } as const;
    return { ...none, ...ready, preview_kind: "trailer" };
  }
  const waiting = { ...none, preview_status: "waiting", preview_key: key } as const;
  if (trailer) return { ...waiting, preview_kind: "trailer", preview_source: trailer.key };
  if (youtubeId)
    return { ...none, preview_kind: "youtube", preview_status: "ready", preview_youtube_id: youtubeId };
  return wish.isFile && wish.seconds > 0 ? { ...waiting, preview_kind: "excerpt" } : none;
}

export interface PreviewBefore {
  video_type: "cloudflare" | "youtube" | "legacy" | "course";
  preview_seconds: number;
  preview_start: number;
  preview_kind: PreviewColumns["preview_kind"];
  preview_status: "waiting" | "ready" | "failed" | "unavailable" | null;
  preview_youtube_id: string | null;
}

interface PreviewEdit {
  previewSeconds?: number | undefined;
  previewStart?: number | undefined;
  trailerUrl?: string | null | undefined;
  removeTrailer: boolean;
  trailer?: StoredTrailer | undefined;
}

export function decideEditedPreview(before: PreviewBefore, edit: PreviewEdit): PreviewWish | undefined {
  const isFile = before.video_type === "cloudflare";
  const seconds = edit.previewSeconds ?? before.preview_seconds;
  const start = edit.previewStart ?? before.preview_start;
  const wish: PreviewWish = { seconds, start, isFile };
  if (edit.trailer) return { ...wish, trailer: edit.trailer };
  if (before.preview_kind === "trailer" && !edit.removeTrailer) return undefined;
  if (!isFile) {
    const youtubeId = edit.trailerUrl === undefined ? before.preview_youtube_id : edit.trailerUrl;
    const isSame = youtubeId === before.preview_youtube_id && before.preview_kind !== "trailer";
    return isSame ? undefined : { ...wish, youtubeId };
  }
  const failed = before.preview_status === "failed" || before.preview_status === "unavailable";
  const changed = seconds !== before.preview_seconds || start !== before.preview_start;
  return changed || failed || before.preview_kind === "trailer" ? wish : undefined;
}

/** Everything in it is public. */
export type PublicPreview =
  | { kind: "file"; url: string; seconds: number | null }
  | { kind: "youtube"; youtubeId: string };

export interface PreviewRow {
  preview_kind: "excerpt" | "trailer" | "youtube" | null;
  preview_status: "waiting" | "ready" | "failed" | "unavailable" | null;
  preview_key: string | null;
  preview_length: number | null;
  preview_youtube_id: string | null;
}

const previewsPath = "/previews";

export function showPreview(row: PreviewRow): PublicPreview | undefined {
  if (row.preview_status !== "ready") return undefined;
  if (row.preview_youtube_id) return { kind: "youtube", youtubeId: row.preview_youtube_id };
  if (!row.preview_key) return undefined;
  return { kind: "file", url: `${previewsPath}/${row.preview_key}`, seconds: row.preview_length };
}

export function describePreview(preview: PublicPreview, publishedAt: Date | string | null) {
  if (!publishedAt) return undefined;
  if (preview.kind === "file") return { address: preview.url, publishedAt, durationSeconds: preview.seconds };
  return { address: youtubePlayer(preview.youtubeId), publishedAt };
}

export function youtubePlayer(youtubeId: string): string {
  return `https://www.youtube-nocookie.com/embed/${youtubeId}`;
}
