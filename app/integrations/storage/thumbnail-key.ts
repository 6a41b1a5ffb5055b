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
