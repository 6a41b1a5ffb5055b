import { trimEndOf } from "~/platform/forms/trim-ends";

/** Limits a name, in characters, as the database does. */
export const attachmentNameMax = 80;

/** Control characters, and those that separate folders or mean something to a file system. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are removed
const unsafe = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff/\\:*?"<>|]/g;

/**
 * Returns a name to show and to save under, without folders, ending, unsafe and invisible characters; undefined if
 * nothing is left. `typed`: the name of a chosen file, or one that its owner typed
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

/** 50 MB, in bytes: one file that comes with a video. */
export const attachmentMaxBytes = 52_428_800;

/** Files that come with one video. */
export const maxAttachments = 10;

/** The accepted kinds of files, which are also the endings of their names. */
const attachmentKinds = ["pdf", "jpg", "png", "webp", "zip"] as const;

export type AttachmentKind = (typeof attachmentKinds)[number];

/** Accepted kinds by the MIME type that the `file-type` package detects in the content. */
const kinds: Record<string, AttachmentKind> = {
  "application/pdf": "pdf",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "application/zip": "zip",
};

/** Returns the kind for a detected MIME type, undefined if it is not accepted. */
export function parseAttachmentKind(detected: string | undefined): AttachmentKind | undefined {
  return detected !== undefined && Object.hasOwn(kinds, detected) ? kinds[detected] : undefined;
}

/** Types and endings that a file picker offers. The server decides by the content. */
export const attachmentAccept = ".pdf,.jpg,.jpeg,.png,.webp,.zip,application/pdf,application/zip";
