/** Videos in a part of the sitemap; each has an address per language. A file may have 50,000 (sitemaps.org). */
const videosPerPart = 4_000;

/** More digits than this would list more files than an index may name. */
const maxDigits = 3;

/**
 * Returns the names of the sitemap's parts for a number of videos: one for each prefix of the random ids, so that a
 * video stays in its part. Returns an empty list if one file is enough.
 */
export function listSitemapParts(videos: number): string[] {
  let digits = 0;
  while (digits < maxDigits && videos / 16 ** digits > videosPerPart) digits++;
  if (digits === 0) return [];
  return Array.from({ length: 16 ** digits }, (_, index) => index.toString(16).padStart(digits, "0"));
}

export interface IdRange {
  first: string;
  last: string;
}

export const allIds: IdRange = { first: idFrom("", "0"), last: idFrom("", "f") };

/** Returns the range of ids of a part by its name; undefined for an unknown name. */
export function parseSitemapPart(name: string | undefined): IdRange | undefined {
  if (!name || !/^[0-9a-f]{1,3}$/.test(name)) return undefined;
  return { first: idFrom(name, "0"), last: idFrom(name, "f") };
}

function idFrom(prefix: string, filler: string): string {
  const digits = prefix.padEnd(32, filler);
  return [0, 8, 12, 16, 20].map((from, index, all) => digits.slice(from, all[index + 1] ?? 32)).join("-");
}
