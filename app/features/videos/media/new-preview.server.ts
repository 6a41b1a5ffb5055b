import { type PreviewColumns, planPreview, type StoredTrailer } from "./preview-columns";
import { planPreviewKey } from "./preview-key.server";
import { previewUsualSeconds } from "./preview-length";

interface PreviewForm {
  source: "file" | "youtube";
  previewSeconds?: number | undefined;
  previewStart?: number | undefined;
  trailerUrl?: string | null | undefined;
}

/** Returns what to record of a new video's preview: without its fields, an excerpt of the first minute. */
export function planNewPreview(
  { source, previewSeconds = previewUsualSeconds, previewStart = 0, trailerUrl }: PreviewForm,
  { creatorId, trailer, now }: { creatorId: string; trailer: StoredTrailer | undefined; now: Date },
): PreviewColumns {
  const isFile = source === "file";
  const wish = { seconds: previewSeconds, start: previewStart, isFile, trailer };
  return planPreview(
    { ...wish, youtubeId: isFile ? null : trailerUrl },
    { key: planPreviewKey(creatorId), now },
  );
}
