/** Parts of a video in seconds, each from its first second to the one after its last; in order, without overlaps. */
export type Ranges = readonly (readonly [from: number, to: number])[];

/** Adds a part to others. Parts that touch become one. */
export function addRange(ranges: Ranges, [from, to]: readonly [from: number, to: number]): Ranges {
  if (to <= from) return ranges;
  const apart = ranges.filter(([start, end]) => end < from || start > to);
  const joined = ranges.filter((range) => !apart.includes(range));
  const first = Math.min(from, ...joined.map(([start]) => start));
  const last = Math.max(to, ...joined.map(([, end]) => end));
  return [...apart, [first, last] as const].sort(([a], [b]) => a - b);
}

/** Returns how many seconds the parts are together. */
export function countSeconds(ranges: Ranges): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0);
}

/** Parses a multirange of PostgreSQL, such as `{[0,12),[40,52)}`. */
export function parseRanges(stored: string): Ranges {
  return [...stored.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => [Number(from), Number(to)] as const);
}
