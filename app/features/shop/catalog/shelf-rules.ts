/** `reais`: as in the filter. */
export const shelfPrice = { reais: "30", cents: 3000 };

/** Fills rows of one to four columns. */
export const cardsBeforeShelves = 12;

export const minBestsellerSales = 3;

/** For bestsellers and cheap videos. One course or one started video is enough. */
const minShelf = 3;

export const maxShelf = { watching: 3, courses: 4, bestsellers: 3, cheap: 4 };

/** More than a shelf, because some may be on the page. */
export const shelfCandidates = { bestsellers: 12, cheap: 7 };

interface Identified {
  id: string;
}

interface Chosen<Video> {
  /** `place`: among all bestsellers, from 1. */
  bestsellers: (Video & { place: number })[];
  cheap: Video[];
}

/** Without duplicates of the page or other shelves. A shelf of fewer than three is empty. */
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
