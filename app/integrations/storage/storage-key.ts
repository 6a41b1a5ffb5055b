/** In characters: S3 allows 1,024 bytes a key, file systems 255 bytes a name. */
const longestKey = 512;
const longestSegment = 200;

/** Segments of letters, digits, `.`, `_` and `-`, joined by single slashes, not `.` or `..`: it cannot leave its folder. */
export function isStorageKey(key: string): boolean {
  if (key.length > longestKey) return false;
  return key
    .split("/")
    .every(
      (segment) =>
        segment.length <= longestSegment && /^[A-Za-z0-9._-]+$/.test(segment) && !/^\.\.?$/.test(segment),
    );
}

/** A bug, or an attack that passed the caller. */
export class InvalidStorageKey extends Error {
  override readonly name = "InvalidStorageKey";
}

/** The message omits the key: it may be hostile. */
export function assertStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new InvalidStorageKey("not a storage key");
}

/** Where `servePublicFiles` is mounted. */
export const thumbnailsPath = "/thumbnails";

const thumbnailKey =
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/(?:thumbs|portraits)\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,149}\.webp$/;

/** `<user id>/thumbs/<name>.webp` or `<user id>/portraits/…`: pictures that anyone may see. */
export function isThumbnailKey(key: string): boolean {
  return thumbnailKey.test(key);
}

const previewKey = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/previews\/[0-9a-f]{32}\.mp4$/;

/** `<user id>/previews/<32 hex digits>.mp4`: a file that anyone may see. */
export function isPreviewKey(key: string): boolean {
  return previewKey.test(key);
}

/** 960: the largest stored width. */
const sized = /^(.*\/thumbs\/[0-9]+-[0-9a-f]+-)960(_[^/]*\.webp)$/;

/** Undefined unless the key is of a large thumbnail. */
export function smallerPicture(key: string): string | undefined {
  const [, before, after] = sized.exec(key) ?? [];
  return before === undefined || after === undefined ? undefined : `${before}480${after}`;
}
