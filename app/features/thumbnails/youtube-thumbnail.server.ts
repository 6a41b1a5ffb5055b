import { makeThumbnail, readImage, type Thumbnail } from "./thumbnail.server";

/** YouTube's images answer at once or not at all, in milliseconds. */
const patienceMs = 5_000;

/**
 * Copies a YouTube video's standard image (product.md, Validation), so that no page shows an address with the id of a video
 * not yet bought (design.md, decision 7).
 * Takes the image host's origin and the id; undefined when the image cannot be had: a placeholder stands in then.
 */
export async function fetchYoutubeThumbnail(
  imageOrigin: string,
  youtubeId: string,
): Promise<Thumbnail | undefined> {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const response = await fetch(`${imageOrigin}/vi/${youtubeId}/hqdefault.jpg`, {
      signal,
      redirect: "error",
    });
    const image = await readImage(response);
    // Named without the id: the path is public.
    const made = image && (await makeThumbnail(image, "youtube"));
    return made?.ok ? made.thumbnail : undefined;
  } catch {
    return undefined;
  }
}
