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
