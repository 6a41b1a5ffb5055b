import type { MessageKey } from "~/i18n/message-key";
import { plainCode } from "~/ui/forms/plain-code";

const handleMinLength = 3;
export const handleMaxLength = 30;

/** Per creator, over time: former ones stay reserved. */
export const maxHandles = 10;

type ParsedHandle = { ok: true; handle: string } | { ok: false; error: MessageKey };

/**
 * Lower case, without "@". ASCII only, so that no two look alike in different alphabets. Whether it is free,
 * `creator_handles` decides (migrations/0002-accounts.ts).
 */
export function parseHandle(typed: string): ParsedHandle {
  const handle = plainCode(typed).replace(/^@/, "").toLowerCase();
  if (handle === "") return { ok: false, error: "common.required" };
  if (handle.length < handleMinLength || handle.length > handleMaxLength)
    return { ok: false, error: "creators.handleLength" };
  if (!/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])$/.test(handle)) return { ok: false, error: "creators.handleSigns" };
  return { ok: true, handle };
}

/** Only such a path is looked up. */
export function looksLikeHandle(text: string): boolean {
  return /^[a-z0-9-]{3,30}$/.test(text);
}

export function creatorPath(handle: string): string {
  return `/creators/${handle}`;
}

export interface PublicProfile {
  handle: string;
  full_name: string;
  bio: string;
  links: string[];
  portrait_key: string | null;
  review_count: number;
  rating_total: number;
  student_count: number;
  video_count: number;
}

const maxLinks = 5;
const linkMaxLength = 200;

/** In characters, with some empty lines. */
export const linksMaxLength = maxLinks * (linkMaxLength + 10);

type ParsedLinks = { ok: true; links: string[] } | { ok: false; error: MessageKey };

/** One link per line: https, a named host, no user name or port. Converts other alphabets to "xn--…". */
export function parseLinks(typed: string): ParsedLinks {
  const links: string[] = [];
  for (const line of typed.split(/\r\n?|[\n\u2028\u2029]/)) {
    const link = plainCode(line);
    if (link === "") continue;
    const url = readLink(link);
    if (!url) return { ok: false, error: "creators.linkInvalid" };
    if (!links.includes(url)) links.push(url);
  }
  if (links.length > maxLinks) return { ok: false, error: "creators.tooManyLinks" };
  return { ok: true, links };
}

function readLink(link: string): string | undefined {
  // The URL parser drops tabs and reads "\" as "/": no address has them.
  if (link.length > linkMaxLength || /[\s\\<>"\p{Cc}]/u.test(link)) return undefined;
  const full = /^[a-z][a-z0-9+.-]*:/i.test(link) ? link : `https://${link}`;
  if (!URL.canParse(full)) return undefined;
  const url = new URL(full);
  const isNamed = /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(url.hostname);
  if (url.protocol !== "https:" || !isNamed || url.username || url.password || url.port) return undefined;
  return url.href.length <= linkMaxLength ? url.href : undefined;
}

/** Without protocol, "www." and trailing slash. */
export function linkLabel(link: string): string {
  return link.replace(/^https:\/\/(?:www\.)?/, "").replace(/\/$/, "");
}

export const bioMaxLength = 600;
