/** The price of the shelf of cheap videos, as the filter takes it and in cents. */
export const shelfPrice = { reais: "30", cents: 3000 };

/** The number of cards before the shelves: it fills rows of one to four columns. */
export const cardsBeforeShelves = 12;

/** The shortest shelf, in videos. */
const minShelf = 3;

/** The longest shelf of each kind, in videos. */
const maxShelf = { watching: 3, bestsellers: 3, cheap: 4 };

/** Candidates read for each shelf, so that one remains if some are already on the page. */
export const shelfCandidates = { watching: 8, bestsellers: 12, cheap: 7 };

interface Identified {
  id: string;
}

interface Chosen<Watched, Video> {
  watching: Watched[];
  /** `place`: the video's place among all bestsellers, from 1. */
  bestsellers: (Video & { place: number })[];
  cheap: Video[];
}

/**
 * Chooses the videos of each shelf from its candidates, in their order. No video is on the page's list and in a shelf,
 * nor in two shelves. A shelf of fewer than three is empty.
 */
export function chooseShelves<Watched extends Identified, Video extends Identified>(
  listed: readonly Identified[],
  candidates: { watching: readonly Watched[]; bestsellers: readonly Video[]; cheap: readonly Video[] },
): Chosen<Watched, Video> {
  const seen = new Set(listed.map(({ id }) => id));
  const choose = <Card extends Identified>(videos: readonly Card[], limit: number): Card[] => {
    const chosen = videos.filter(({ id }) => !seen.has(id)).slice(0, limit);
    if (chosen.length < minShelf) return [];
    for (const { id } of chosen) seen.add(id);
    return chosen;
  };
  const ranked = candidates.bestsellers.map((video, at) => ({ ...video, place: at + 1 }));
  return {
    watching: choose(candidates.watching, maxShelf.watching),
    bestsellers: choose(ranked, maxShelf.bestsellers),
    cheap: choose(candidates.cheap, maxShelf.cheap),
  };
}
