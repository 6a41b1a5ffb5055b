/** The price of the shelf of cheap videos, as the filter takes it and in cents. */
export const shelfPrice = { reais: "30", cents: 3000 };

/** The number of cards before the shelves: it fills rows of one to four columns. */
export const cardsBeforeShelves = 12;

/** Sales from which a video counts as a bestseller. */
export const minBestsellerSales = 3;

/** The shortest shelf of bestsellers or of cheap videos. One course or one begun video is enough for theirs. */
const minShelf = 3;

/** The longest shelf of each kind, in videos. */
export const maxShelf = { watching: 3, courses: 4, bestsellers: 3, cheap: 4 };

/** Candidates read for each shelf, so that one remains if some are already on the page. */
export const shelfCandidates = { bestsellers: 12, cheap: 7 };

interface Identified {
  id: string;
}

interface Chosen<Video> {
  /** `place`: the video's place among all bestsellers, from 1. */
  bestsellers: (Video & { place: number })[];
  cheap: Video[];
}

/**
 * Chooses the bestsellers and the cheap videos from their candidates, in their order. No video is on the page and in a
 * shelf, nor in two shelves. A shelf of fewer than three is empty. `shown`: what the page shows besides.
 */
export function chooseShelves<Video extends Identified>(
  shown: readonly Identified[],
  candidates: { bestsellers: readonly Video[]; cheap: readonly Video[] },
): Chosen<Video> {
  const seen = new Set(shown.map(({ id }) => id));
  const choose = <Card extends Identified>(videos: readonly Card[], limit: number): Card[] => {
    const chosen = videos.filter(({ id }) => !seen.has(id)).slice(0, limit);
    if (chosen.length < minShelf) return [];
    for (const { id } of chosen) seen.add(id);
    return chosen;
  };
  const ranked = candidates.bestsellers.map((video, at) => ({ ...video, place: at + 1 }));
  return {
    bestsellers: choose(ranked, maxShelf.bestsellers),
    cheap: choose(candidates.cheap, maxShelf.cheap),
  };
}
