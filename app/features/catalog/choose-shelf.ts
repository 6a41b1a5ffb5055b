/** The price of the shelf of cheap videos, as the filter takes it and in cents. */
export const shelfPrice = { reais: "30", cents: 3000 };

/** Fewer make no shelf. */
const least = 3;

/** How many cards stand in a row on a wide screen. */
const mostCards = 4;

export function enoughForShelf<Video>(videos: readonly Video[]): Video[] {
  return videos.length < least ? [] : [...videos];
}

/** In a shop of fewer, what is new is the whole list. */
const leastForNewest = 6;

/**
 * Returns what is new for its shelf, from the first page of the list: first one video of each creator, so that it does not only
 * repeat the list, then the others.
 */
export function chooseNewest<Video extends { creator_name: string }>(videos: readonly Video[]): Video[] {
  if (videos.length < leastForNewest) return [];
  const seen = new Set<string>();
  const ofEach = videos.filter(({ creator_name }) => !seen.has(creator_name) && seen.add(creator_name));
  const others = videos.filter((video) => !ofEach.includes(video));
  return [...ofEach, ...others].slice(0, mostCards);
}
