export interface StripPart {
  /** Percent of the strip's width. */
  from: number;
  to: number;
}

/**
 * Cuts the strip of a player at the chapters. Returns one part for a video without chapters or of unknown length.
 * `duration`: in seconds, 0 if unknown.
 */
export function cutStrip(chapters: readonly { seconds: number }[], duration: number): StripPart[] {
  if (duration <= 0) return [{ from: 0, to: 100 }];
  const cuts = chapters
    .map(({ seconds }) => (seconds / duration) * 100)
    .filter((cut) => cut > 0 && cut < 100);
  const edges = [0, ...cuts, 100];
  return cuts.concat(100).map((to, index) => ({ from: edges[index] ?? 0, to }));
}

/** Returns the last chapter that has begun at a second; undefined before the first. */
export function findPresentChapter<C extends { seconds: number }>(
  chapters: readonly C[],
  seconds: number,
): C | undefined {
  return chapters.findLast((chapter) => chapter.seconds <= seconds);
}
