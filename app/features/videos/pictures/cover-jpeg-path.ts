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
