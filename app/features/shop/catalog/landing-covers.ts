/** Number of covers in the hero, and of cards on the shelf below. */
export const staveSize = 4;
export const shelfSize = 4;

/** A shelf with fewer videos than this is not shown. */
const minOnShelf = 3;

/**
 * Shares the newest videos out: the first to the shelf, covers of the following ones to the stave. Only videos with a
 * picture are on the stave; where there are too few of them, it repeats the shelf's.
 */
export function placeNewest<Video extends { thumbnail_url: string | null }>(
  videos: readonly Video[],
): { shelf: Video[]; stave: Video[] } {
  const shelf = videos.length < minOnShelf ? [] : videos.slice(0, shelfSize);
  const pictured = [...videos.slice(shelf.length), ...shelf].filter((video) => video.thumbnail_url !== null);
  return { shelf, stave: pictured.slice(0, staveSize) };
}
