/** In characters: S3 allows 1,024 bytes a key, file systems 255 bytes a name. */
const longestKey = 512;
const longestSegment = 200;

/**
 * Whether a key is well-formed: segments of letters, digits, dot, underscore and hyphen, joined by single slashes,
 * none of them `.` or `..`. So it can neither leave its folder nor mean two things in a URL.
 */
export function isStorageKey(key: string): boolean {
  if (key.length > longestKey) return false;
  return key
    .split("/")
    .every(
      (segment) =>
        segment.length <= longestSegment && /^[A-Za-z0-9._-]+$/.test(segment) && !/^\.\.?$/.test(segment),
    );
}

/** A malformed key reached the store: a bug, or an attack that got past the caller. */
export class InvalidStorageKey extends Error {
  override readonly name = "InvalidStorageKey";
}

/** Throws `InvalidStorageKey` unless the key is well-formed. The message leaves the key out: it may be hostile. */
export function assertStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new InvalidStorageKey("not a storage key");
}

/** Where `servePublicFiles` is mounted: a thumbnail's address is this, a slash, and its key. */
export const thumbnailsPath = "/thumbnails";

const thumbnailKey =
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/(?:thumbs|portraits)\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,149}\.webp$/;

/**
 * Whether a key is a picture's (`<user id>/thumbs/<name>.webp`, `<user id>/portraits/…`), the only objects anyone may
 * see.
 */
export function isThumbnailKey(key: string): boolean {
  return thumbnailKey.test(key);
}

const previewKey = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/previews\/[0-9a-f]{32}\.mp4$/;

/** Whether a key is a preview's (`<user id>/previews/<32 hex digits>.mp4`): a file of its own, which anyone may see. */
export function isPreviewKey(key: string): boolean {
  return previewKey.test(key);
}

/** The largest and the smallest stored width, as they are in a thumbnail's key. */
const sized = /^(.*\/thumbs\/[0-9]+-[0-9a-f]+-)960(_[^/]*\.webp)$/;

/** Returns the key of a thumbnail's small size; undefined if the key is not that of a large one. */
export function smallerPicture(key: string): string | undefined {
  const [, before, after] = sized.exec(key) ?? [];
  return before === undefined || after === undefined ? undefined : `${before}480${after}`;
}
