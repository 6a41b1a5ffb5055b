import { marketplacePath } from "~/features/shop/catalog/shop-filters";
import { topicSlugs } from "~/features/videos/listing/topic";

/** Pages that are the same for everyone; `sitemap.queries.server.ts` lists videos and creators. */
export const sitemapPages = [
  "/",
  "/marketplace",
  "/creator-register",
  "/consumer-login",
  "/terms",
  "/privacy",
  "/help",
  ...topicSlugs.map((topic) => marketplacePath({ topic })),
];

/** Per part, each with an address per language. A file may have 50,000 addresses (sitemaps.org). */
const videosPerPart = 4_000;

/** More digits would list more files than an index may name. */
const maxDigits = 3;

/**
 * Returns the parts for a number of videos: one for each prefix of the random ids, so that a video stays in its part.
 * Returns an empty list if one file is enough.
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

/** Returns undefined for an unknown name. */
export function parseSitemapPart(name: string | undefined): IdRange | undefined {
  if (!name || !/^[0-9a-f]{1,3}$/.test(name)) return undefined;
  return { first: idFrom(name, "0"), last: idFrom(name, "f") };
}

function idFrom(prefix: string, filler: string): string {
  const digits = prefix.padEnd(32, filler);
  return [0, 8, 12, 16, 20].map((from, index, all) => digits.slice(from, all[index + 1] ?? 32)).join("-");
}

/** By sitemaps.org and Google's extensions for languages and videos. */
export interface SitemapPage {
  /** Absolute, by BCP 47 tag, the default first. A single address has no alternates. */
  addresses: { language: string; href: string }[];
  changed?: Date | null;
  preview?: {
    title: string;
    description: string;
    picture: string;
    /** Of the preview's file, or of a player that shows it. */
    address: string;
    isPlayer?: boolean;
    durationSeconds?: number | null;
  };
}

export const sitemapStart = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1">
`;

export const sitemapEnd = "</urlset>\n";

/** Returns one `<url>` for each address; each names all languages, itself included. */
export function sitemapEntries({ addresses, changed, preview }: SitemapPage): string {
  const alternates = addresses.length > 1 ? alternateLinks(addresses) : "";
  const rest =
    (changed ? `<lastmod>${changed.toISOString()}</lastmod>` : "") + alternates + videoEntry(preview);
  return addresses.map(({ href }) => `<url><loc>${escapeXml(href)}</loc>${rest}</url>\n`).join("");
}

export function sitemapIndex(addresses: string[]): string {
  const parts = addresses.map((href) => `<sitemap><loc>${escapeXml(href)}</loc></sitemap>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${parts.join("")}</sitemapindex>
`;
}

function alternateLinks(addresses: SitemapPage["addresses"]): string {
  const [first] = addresses;
  const all = first ? [...addresses, { language: "x-default", href: first.href }] : [];
  return all
    .map(
      ({ language, href }) =>
        `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeXml(href)}"/>`,
    )
    .join("");
}

function videoEntry(preview: SitemapPage["preview"]): string {
  if (!preview) return "";
  const { title, description, picture, address, isPlayer, durationSeconds } = preview;
  const location = isPlayer ? "player_loc" : "content_loc";
  const duration = durationSeconds ? `<video:duration>${Math.round(durationSeconds)}</video:duration>` : "";
  return (
    `<video:video><video:thumbnail_loc>${escapeXml(picture)}</video:thumbnail_loc>` +
    `<video:title>${escapeXml(title)}</video:title><video:description>${escapeXml(description)}</video:description>` +
    `<video:${location}>${escapeXml(address)}</video:${location}>${duration}</video:video>`
  );
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Leaves out the characters that XML 1.0 does not have. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, "")
    .replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
