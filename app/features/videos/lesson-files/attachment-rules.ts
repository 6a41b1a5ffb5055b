import { trimEndOf } from "~/platform/forms/trim-ends";

/** In characters, as in the database. */
export const attachmentNameMax = 80;

/** Control characters, and those that separate folders or mean something to a file system. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are removed
const unsafe = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff/\\:*?"<>|]/g;

/**
 * To show and to save under: without folders, ending, unsafe and invisible characters; undefined if nothing is left.
 */
export function cleanAttachmentName(typed: string): string | undefined {
  const base = typed.split(/[\\/]/).at(-1) ?? "";
  const name = base
    .normalize("NFC")
    .replace(/\.(pdf|jpe?g|png|webp|zip)$/i, "")
    .replace(unsafe, " ")
    .replace(/\s+/g, " ")
    .replace(/^[. ]+/, "");
  return [...trimEndOf(name, ". ")].slice(0, attachmentNameMax).join("").trim() || undefined;
}

/** 50 MB, in bytes. */
export const attachmentMaxBytes = 52_428_800;

export const maxAttachments = 10;

const attachmentKinds = ["pdf", "jpg", "png", "webp", "zip"] as const;

export type AttachmentKind = (typeof attachmentKinds)[number];

/** By the MIME type that the `file-type` package detects in the content. */
const kinds: Record<string, AttachmentKind> = {
  "application/pdf": "pdf",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "application/zip": "zip",
};

export function parseAttachmentKind(detected: string | undefined): AttachmentKind | undefined {
  return detected !== undefined && Object.hasOwn(kinds, detected) ? kinds[detected] : undefined;
}

/** Of a file picker. The server decides by the content. */
export const attachmentAccept = ".pdf,.jpg,.jpeg,.png,.webp,.zip,application/pdf,application/zip";
