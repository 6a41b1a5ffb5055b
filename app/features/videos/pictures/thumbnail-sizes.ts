/** Stored widths in pixels. The record names the largest. */
export const thumbnailWidths = [960, 480] as const;

export type ThumbnailWidth = (typeof thumbnailWidths)[number];

/** 16:9, in pixels. */
export function thumbnailHeight(width: ThumbnailWidth): number {
  return (width * 9) / 16;
}

const [largest] = thumbnailWidths;

/**
 * The width is in the part of the name that we generate, never in the uploaded name, so that older thumbnails are not
 * mistaken for ones with sizes.
 */
const sized = /^(\/thumbnails\/[^/]+\/thumbs\/[0-9]+-[0-9a-f]+-)([0-9]+)(_[^/]*\.webp)$/;

/**
 * Returns the URLs of all sizes, largest first, or the URL itself if it has no sizes. `url`: the public path in the
 * record.
 */
export function listThumbnailSizes(url: string): { url: string; width?: ThumbnailWidth }[] {
  const [, before, width, after] = sized.exec(url) ?? [];
  if (Number(width) !== largest) return [{ url }];
  return thumbnailWidths.map((size) => ({ url: `${before}${size}${after}`, width: size }));
}

/** Returns an `<img srcset>`, or undefined for a thumbnail without sizes. */
export function thumbnailSrcSet(url: string | null): string | undefined {
  const sizes = url ? listThumbnailSizes(url) : [];
  if (sizes.length < 2) return undefined;
  return sizes.map((size) => `${size.url} ${size.width}w`).join(", ");
}
