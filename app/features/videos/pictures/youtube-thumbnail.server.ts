import { makeThumbnail, readImage, type Thumbnail } from "./thumbnail.server";

/** YouTube's image host responds at once or not at all. In milliseconds. */
const timeoutMs = 3_000;

/**
 * Fetches a YouTube video's standard image (product.md, Validation), so that no page contains the id of a video that
 * is not bought. Returns undefined when it is unavailable; a placeholder is then shown.
 */
export async function fetchYoutubeThumbnail(
  imageOrigin: string,
  youtubeId: string,
): Promise<Thumbnail | undefined> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(`${imageOrigin}/vi/${youtubeId}/hqdefault.jpg`, {
      signal,
      redirect: "error",
    });
    const image = await readImage(response);
    // Named without the id, because the path is public.
    const made = image && (await makeThumbnail(image, "youtube"));
    return made?.ok ? made.thumbnail : undefined;
  } catch {
    return undefined;
  }
}
