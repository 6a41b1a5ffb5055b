import type { MailParts } from "~/features/base/mail/mail-parts";

/** Stored, in pixels. The record names the largest. */
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

/** The largest first, or the URL itself if it has no sizes. `url`: the public path in the record. */
export function listThumbnailSizes(url: string): { url: string; width?: ThumbnailWidth }[] {
  const [, before, width, after] = sized.exec(url) ?? [];
  if (Number(width) !== largest) return [{ url }];
  return thumbnailWidths.map((size) => ({ url: `${before}${size}${after}`, width: size }));
}

/** Undefined for a thumbnail without sizes. */
export function thumbnailSrcSet(url: string | null): string | undefined {
  const sizes = url ? listThumbnailSizes(url) : [];
  if (sizes.length < 2) return undefined;
  return sizes.map((size) => `${size.url} ${size.width}w`).join(", ");
}

/** In pixels, the largest first: the key names that one. */
export const portraitWidths = [384, 96] as const;

export type PortraitWidth = (typeof portraitWidths)[number];

/** The largest first. `key`: `creator_profiles.portrait_key`, such as `<user id>/portraits/<stamp>-384.webp`. */
export function listPortraitKeys(key: string): { key: string; width: PortraitWidth }[] {
  const stem = key.replace(/-384\.webp$/, "");
  return portraitWidths.map((width) => ({ key: `${stem}-${width}.webp`, width }));
}

export function portraitSource(key: string | null): { src?: string; srcSet?: string } {
  if (key === null) return {};
  const sizes = listPortraitKeys(key).map((size) => ({ ...size, url: `/thumbnails/${size.key}` }));
  return {
    src: sizes.at(-1)?.url,
    srcSet: sizes.map(({ url, width }) => `${url} ${width}w`).join(", "),
  };
}

/**
 * Every mail program shows a JPEG. `thumbnailUrl`: as in the video's record. Undefined without a stored thumbnail.
 */
export function coverJpegPath(thumbnailUrl: string | null): string | undefined {
  const [, creatorId, name] = /^\/thumbnails\/([^/]+)\/thumbs\/([^/]+)\.webp$/.exec(thumbnailUrl ?? "") ?? [];
  return creatorId && name && `/share/covers/${creatorId}/${name}.jpg`;
}

/** The inverse of `coverJpegPath`; undefined for any other path. The key is not checked. */
export function thumbnailKeyOfJpeg(path: string): string | undefined {
  const [, creatorId, name] = /^\/share\/covers\/([^/]+)\/([^/]+)\.jpg$/.exec(path) ?? [];
  return creatorId && name && `${creatorId}/thumbs/${name}.webp`;
}

/** Undefined for a video without a cover. */
export function coverInMail(
  { title, thumbnail_url }: { title: string; thumbnail_url: string | null },
  appUrl: string,
): MailParts["picture"] {
  const path = coverJpegPath(thumbnail_url);
  return path === undefined ? undefined : { src: new URL(path, appUrl).href, alt: title };
}
