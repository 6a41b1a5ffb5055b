/** The widths that every thumbnail is stored in, in pixels, the largest first: it is the one that the record names. */
export const thumbnailWidths = [960, 480] as const;

export type ThumbnailWidth = (typeof thumbnailWidths)[number];

/** 16:9 as every card. Takes and gives pixels. */
export function thumbnailHeight(width: ThumbnailWidth): number {
  return (width * 9) / 16;
}

const [largest] = thumbnailWidths;

/**
 * The width stands in the part of the name that we make, never in the part that came with the upload; so a thumbnail
 * from before there were sizes, whatever its name, is not taken for one that has them.
 */
const sized = new RegExp(`^(/thumbnails/[^/]+/thumbs/[0-9]+-[0-9a-f]+-)${largest}(_[^/]*\\.webp)$`);

/**
 * Says where each size of a thumbnail is.
 * Takes the public path that the record names; gives all sizes, the largest first, or the one path where there are none.
 */
export function listThumbnailSizes(url: string): { url: string; width?: ThumbnailWidth }[] {
  const [, before, after] = sized.exec(url) ?? [];
  if (before === undefined || after === undefined) return [{ url }];
  return thumbnailWidths.map((width) => ({ url: `${before}${width}${after}`, width }));
}

/** The sizes as an `<img srcset>`; undefined for a thumbnail with one size or none at all. */
export function thumbnailSrcSet(url: string | null): string | undefined {
  const sizes = url ? listThumbnailSizes(url) : [];
  if (sizes.length < 2) return undefined;
  return sizes.map((size) => `${size.url} ${size.width}w`).join(", ");
}
