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
