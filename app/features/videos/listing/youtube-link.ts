import { plainCode } from "~/ui/forms/plain-code";

/** In characters: one may end in a list of parameters. */
export const youtubeLinkMaxLength = 2_000;

const hosts = new Set([
  "youtube.com",
  "www.youtube.com",
  "m.youtube.com",
  "music.youtube.com",
  "youtube-nocookie.com",
  "www.youtube-nocookie.com",
]);
const videoId = /^[A-Za-z0-9_-]{11}$/;
/** Words in an id's place, of its length and letters, under which a player shows a list or a channel's broadcast. */
const noVideoIds = new Set(["videoseries", "live_stream"]);

/**
 * Watch, youtu.be and embed forms (product.md, Validation), and the shorts and live forms people copy today. Returns
 * the 11-character id, undefined if there is none.
 */
export function parseYoutubeId(link: string): string | undefined {
  const text = plainCode(link);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) return undefined;
  if (url.username || url.password) return undefined;
  const [first, second] = url.pathname.split("/").filter(Boolean);
  let candidate: string | null | undefined;
  if (url.hostname === "youtu.be") candidate = first;
  else if (!hosts.has(url.hostname)) return undefined;
  else if (first === "watch") candidate = url.searchParams.get("v");
  else if (first === "embed" || first === "shorts" || first === "live") candidate = second;
  return candidate && videoId.test(candidate) && !noVideoIds.has(candidate) ? candidate : undefined;
}

/** product.md, Data. `legacy`: the URL of a legacy row. */
export type VideoType = "cloudflare" | "youtube" | "legacy" | "course";
