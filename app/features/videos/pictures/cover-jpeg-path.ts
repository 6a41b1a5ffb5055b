import type { MailParts } from "~/features/base/mail/mail-parts";

/**
 * Returns the public path of a thumbnail as a JPEG, which every mail program shows; undefined without a stored
 * thumbnail.
 * `thumbnailUrl`: the path in the video's record.
 */
export function coverJpegPath(thumbnailUrl: string | null): string | undefined {
  const [, creatorId, name] = /^\/thumbnails\/([^/]+)\/thumbs\/([^/]+)\.webp$/.exec(thumbnailUrl ?? "") ?? [];
  return creatorId && name && `/share/covers/${creatorId}/${name}.jpg`;
}

/**
 * Returns the storage key that a path of `coverJpegPath` names; undefined for any other path. The key is not checked.
 */
export function thumbnailKeyOfJpeg(path: string): string | undefined {
  const [, creatorId, name] = /^\/share\/covers\/([^/]+)\/([^/]+)\.jpg$/.exec(path) ?? [];
  return creatorId && name && `${creatorId}/thumbs/${name}.webp`;
}

/** Returns a video's cover as a mail shows it; undefined for a video without one. */
export function coverInMail(
  { title, thumbnail_url }: { title: string; thumbnail_url: string | null },
  appUrl: string,
): MailParts["picture"] {
  const path = coverJpegPath(thumbnail_url);
  return path === undefined ? undefined : { src: new URL(path, appUrl).href, alt: title };
}
