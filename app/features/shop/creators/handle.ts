import type { MessageKey } from "~/i18n/message-key";
import { plainCode } from "~/ui/forms/plain-code";

const handleMinLength = 3;
export const handleMaxLength = 30;

/** The most handles that one creator may ever have used: an old one stays theirs. */
export const maxHandles = 10;

export type ParsedHandle = { ok: true; handle: string } | { ok: false; error: MessageKey };

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
