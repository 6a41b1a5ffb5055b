import type { MessageKey } from "~/i18n/message-key";
import { plainCode } from "~/ui/forms/plain-code";

const handleMinLength = 3;
export const handleMaxLength = 30;

/** The most handles that one creator may ever have used: an old one stays theirs. */
export const maxHandles = 10;

type ParsedHandle = { ok: true; handle: string } | { ok: false; error: MessageKey };

/**
 * Reads a handle as typed: in any case, with or without "@". Latin letters without accents, digits and hyphens only, so
 * that no two handles look alike in different alphabets. Whether it is free or reserved, the table `creator_handles`
 * says (migrations/0002-accounts.ts).
 */
export function parseHandle(typed: string): ParsedHandle {
  const handle = plainCode(typed).replace(/^@/, "").toLowerCase();
  if (handle === "") return { ok: false, error: "common.required" };
  if (handle.length < handleMinLength || handle.length > handleMaxLength)
    return { ok: false, error: "creators.handleLength" };
  if (!/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])$/.test(handle)) return { ok: false, error: "creators.handleSigns" };
  return { ok: true, handle };
}

/** Returns whether a part of an address can be a handle; only such a part is looked up. */
export function looksLikeHandle(text: string): boolean {
  return /^[a-z0-9-]{3,30}$/.test(text);
}

export function creatorPath(handle: string): string {
  return `/creators/${handle}`;
}

/** The public profile of a creator, without contact and payout details. */
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

/** Limits the field of all links, in characters: each on a line of its own, and some empty ones. */
export const linksMaxLength = maxLinks * (linkMaxLength + 10);

type ParsedLinks = { ok: true; links: string[] } | { ok: false; error: MessageKey };

/**
 * Reads links, one a line: https only, to a host with a name, without a user name or a port; "https://" may be left
 * out. Written as the URL standard does, so a host in another alphabet shows as "xn--…".
 */
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
  // The URL parser drops tabs and reads "\" as "/": neither is typed in an address.
  if (link.length > linkMaxLength || /[\s\\<>"\p{Cc}]/u.test(link)) return undefined;
  const full = /^[a-z][a-z0-9+.-]*:/i.test(link) ? link : `https://${link}`;
  if (!URL.canParse(full)) return undefined;
  const url = new URL(full);
  const isNamed = /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(url.hostname);
  if (url.protocol !== "https:" || !isNamed || url.username || url.password || url.port) return undefined;
  return url.href.length <= linkMaxLength ? url.href : undefined;
}

/** Returns a link as it is shown: without its protocol, "www." and a last slash. */
export function linkLabel(link: string): string {
  return link.replace(/^https:\/\/(?:www\.)?/, "").replace(/\/$/, "");
}

/** The longest text of a creator about themselves, in characters. */
export const bioMaxLength = 600;
