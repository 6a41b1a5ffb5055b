/** Where `servePreviews` is mounted: a preview's address is this, a slash, and its key. */
export const previewsPath = "/previews";

const previewKey = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/previews\/[0-9a-f]{32}\.mp4$/;

/** Whether a key is a preview's (`<user id>/previews/<32 hex digits>.mp4`): a file of its own, which anyone may see. */
export function isPreviewKey(key: string): boolean {
  return previewKey.test(key);
}
