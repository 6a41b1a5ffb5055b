import type { MailParts } from "~/features/base/mail/mail-parts";

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
