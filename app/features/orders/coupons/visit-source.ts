import { couponParameter, readTypedCode } from "./coupon-rules";

/** A name of `knownSources`, or one with its kind, such as `utm:boletim`, `site:blog.example` or `coupon:PRIMEIRA`. */
export type VisitSource = string;

/** Sources with a label. `other` replaces the rarest names of a day. */
export const knownSources = [
  "direct",
  "shop",
  "qr",
  "whatsapp",
  "instagram",
  "facebook",
  "youtube",
  "tiktok",
  "telegram",
  "x",
  "linkedin",
  "pinterest",
  "email",
  "google",
  "bing",
  "other",
] as const;

export type KnownSource = (typeof knownSources)[number];

/** Links that the product offers for sharing carry it. */
const campaignParameter = "utm_source";

/** Host suffixes of sites and apps, including Android package names. */
const hosts: readonly [KnownSource, RegExp][] = [
  ["whatsapp", /(^|\.)(whatsapp\.com|wa\.me)$|^com\.whatsapp/],
  ["instagram", /(^|\.)(instagram\.com|ig\.me)$|^com\.instagram\./],
  ["facebook", /(^|\.)(facebook\.com|fb\.com|fb\.me|m\.me|messenger\.com)$|^com\.facebook\./],
  ["youtube", /(^|\.)(youtube\.com|youtu\.be)$|^com\.google\.android\.youtube$/],
  ["tiktok", /(^|\.)tiktok\.com$/],
  ["telegram", /(^|\.)(telegram\.org|telegram\.me|t\.me)$|^org\.telegram\./],
  ["x", /(^|\.)(x\.com|twitter\.com|t\.co)$|^com\.twitter\./],
  ["linkedin", /(^|\.)(linkedin\.com|lnkd\.in)$|^com\.linkedin\./],
  ["pinterest", /(^|\.)(pinterest\.[a-z.]{2,6}|pin\.it)$/],
  [
    "email",
    /^(mail\.google\.com|outlook\.(live|office)\.com|mail\.yahoo\.com|mail\.uol\.com\.br)$|^com\.google\.android\.gm$/,
  ],
  ["google", /^(www\.)?google\.[a-z.]{2,6}$|^com\.google\.android\.googlequicksearchbox$/],
  ["bing", /(^|\.)bing\.com$/],
];

const spellings: Record<string, KnownSource> = {
  wa: "whatsapp",
  zap: "whatsapp",
  ig: "instagram",
  insta: "instagram",
  fb: "facebook",
  yt: "youtube",
  twitter: "x",
  mail: "email",
  newsletter: "email",
};

/** Derived sources, which a campaign cannot claim. */
const derived: readonly string[] = ["direct", "shop", "other"];

const campaignName = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u;
const hostName = /^[a-z0-9][a-z0-9.-]{2,59}$/;

interface VisitAddress {
  url: string;
  referer: string | undefined;
  appUrl: string;
}

interface ReadSource {
  source: VisitSource;
  /** A source already known for the visitor takes precedence. */
  weak: boolean;
}

/** Returns the coupon or campaign of a request, else the site of its Referer; undefined if neither says anything. */
export function readVisitSource({ url, referer, appUrl }: VisitAddress): ReadSource | undefined {
  const named = readNamedSource(queryOf(url));
  if (named) return { source: named, weak: false };
  const from = referer === undefined ? undefined : parseUrl(referer);
  if (!from) return undefined;
  if (from.origin !== appUrl) {
    const source = nameHost(from.hostname);
    return source ? { source, weak: false } : undefined;
  }
  const carried = readNamedSource(from.searchParams);
  if (carried) return { source: carried, weak: false };
  return isPageOfShop(from.pathname, url) ? { source: "shop", weak: true } : undefined;
}

function readNamedSource(query: URLSearchParams): VisitSource | undefined {
  const coupon = readTypedCode(query.get(couponParameter));
  if (coupon) return `coupon:${coupon}`;
  const campaign = query.get(campaignParameter)?.trim().toLowerCase() ?? "";
  if (!campaignName.test(campaign)) return undefined;
  const known = spellings[campaign] ?? knownSources.find((name) => name === campaign);
  return known && !derived.includes(known) ? known : (nameHost(campaign, true) ?? `utm:${campaign}`);
}

/** `knownOnly`: undefined for a host that has no known source. */
function nameHost(host: string, knownOnly = false): VisitSource | undefined {
  const known = hosts.find(([, pattern]) => pattern.test(host))?.[0];
  if (known || knownOnly) return known;
  const bare = host.replace(/^www\./, "");
  return hostName.test(bare) ? `site:${bare}` : undefined;
}

/** Whether `path` is a page of the shop other than `url`. */
function isPageOfShop(path: string, url: string): boolean {
  const target = url.split("?", 1)[0]?.replace(/\.data$/, "");
  return path === "/" || /^\/(marketplace|saved|creators\/|videos\/|courses\/)/.test(path)
    ? path !== target
    : false;
}

function queryOf(url: string): URLSearchParams {
  const at = url.indexOf("?");
  return new URLSearchParams(at < 0 ? "" : url.slice(at));
}

function parseUrl(text: string): URL | undefined {
  // Schemes without hosts have an empty `hostname`.
  return URL.canParse(text) ? new URL(text) : undefined;
}

export function withSource(path: string, source: KnownSource): string {
  return `${path}${path.includes("?") ? "&" : "?"}${campaignParameter}=${source}`;
}

export interface VisitSum {
  videoId: string | null;
  /** Set if only the preview's file is known, not its video. */
  previewKey: string | null;
  /** `YYYY-MM-DD` in São Paulo. */
  day: string;
  source: VisitSource;
  views: number;
  previews: number;
}

type Counted = Omit<VisitSum, "views" | "previews">;

interface VisitSums {
  add(counted: Counted, what: "views" | "previews", number?: number): void;
  take(): VisitSum[];
  readonly size: number;
  /** Counts over `maxSums` since the last `take`. */
  readonly dropped: number;
}

/** Per video and day; more are counted as `other`. */
const maxNames = 30;

/** Sums in memory, of at most `maxSums` combinations. `maxNames` keeps one video from taking them all. */
export function createVisitSums(maxSums: number): VisitSums {
  let sums = new Map<string, VisitSum>();
  let names = new Map<string, number>();
  let dropped = 0;

  function place(counted: Counted): VisitSum | undefined {
    const product = `${counted.videoId ?? counted.previewKey}|${counted.day}`;
    const key = `${product}|${counted.source}`;
    const known = sums.get(key);
    if (known) return known;
    const isNamed = counted.source.includes(":");
    const named = names.get(product) ?? 0;
    if (isNamed && named >= maxNames) return place({ ...counted, source: "other" });
    if (sums.size >= maxSums) return undefined;
    if (isNamed) names.set(product, named + 1);
    const sum = { ...counted, views: 0, previews: 0 };
    sums.set(key, sum);
    return sum;
  }

  return {
    add(counted, what, number = 1) {
      const sum = place(counted);
      if (sum) sum[what] += number;
      else dropped += number;
    },
    take() {
      const taken = [...sums.values()];
      sums = new Map();
      names = new Map();
      dropped = 0;
      return taken;
    },
    get size() {
      return sums.size;
    },
    get dropped() {
      return dropped;
    },
  };
}
