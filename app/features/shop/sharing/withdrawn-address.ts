import { listPortraitKeys } from "~/features/videos/pictures/portrait-sizes";
import { listThumbnailSizes, thumbnailWidths } from "~/features/videos/pictures/thumbnail-sizes";

/** The new place of a file: keys in the store. */
export interface Move {
  from: string;
  to: string;
}

/** The path of a picture without this is its key in the store. */
const root = "/thumbnails/";

const keyOf = (url: string) => url.slice(root.length);

/**
 * Returns the new public path of a thumbnail and what has to be moved there, in every size; undefined for one that is
 * not in our store. `name`: from `nameMoved`
 */
export function moveThumbnail(url: string, name: string): { url: string; moves: Move[] } | undefined {
  const creatorId = /^\/thumbnails\/([^/]+)\/thumbs\/[^/]+\.webp$/.exec(url)?.[1];
  if (!creatorId) return undefined;
  const from = listThumbnailSizes(url);
  const sized = from.length > 1;
  const to = `${root}${creatorId}/thumbs/${name}${sized ? `-${thumbnailWidths[0]}` : ""}_capa.webp`;
  const places = listThumbnailSizes(to);
  const moves = from.map((size, at) => ({ from: keyOf(size.url), to: keyOf(places[at]?.url ?? to) }));
  return { url: to, moves };
}

/** Returns the new key of a portrait and what has to be moved there, in every size. */
export function movePortrait(key: string, name: string): { key: string; moves: Move[] } {
  const to = `${key.slice(0, key.indexOf("/"))}/portraits/${name}-384.webp`;
  const places = listPortraitKeys(to);
  const moves = listPortraitKeys(key).map((size, at) => ({ from: size.key, to: places[at]?.key ?? to }));
  return { key: to, moves };
}

/** Returns the new key of a preview. */
export function movePreview(key: string, name: string): { key: string; moves: Move[] } {
  const to = `${key.slice(0, key.indexOf("/"))}/previews/${name.split("-").at(-1)}.mp4`;
  return { key: to, moves: [{ from: key, to }] };
}
