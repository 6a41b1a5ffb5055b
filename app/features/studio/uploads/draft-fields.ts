import type { MessageKey } from "~/i18n/message-key";

/** Text fields of the upload form that a draft keeps. */
const draftFieldNames = [
  "source",
  "youtubeUrl",
  "title",
  "description",
  "price",
  "pricing",
  "coverDrawing",
  "coverGround",
  "coverTitle",
  "outcomes",
  "topic",
  "spokenLanguage",
  "previewSeconds",
  "previewStart",
  "trailerUrl",
] as const;

/** Fields that the form fills by itself: alone they are no draft. */
const filledByItself = new Set([
  "source",
  "coverGround",
  "spokenLanguage",
  "topic",
  "pricing",
  "previewSeconds",
  "previewStart",
]);

/** Maximum size of a draft in bytes of JSON: the longest valid form, and room for one that is still too long. */
export const draftMaxBytes = 40_000;

export type DraftFields = Partial<Record<string, string>>;

/** A draft as the upload form shows it. */
export interface ShownDraft {
  id: string;
  /** Grows with every save; 0 before the first. */
  revision: number;
  fields: DraftFields;
  file?: DraftFile;
  /** Public path of its picture. */
  thumbnailUrl?: string;
  /** Name of its trailer's file. */
  trailerName?: string;
}

/** What became of a picture or trailer that was sent for a draft. */
export type KeptMedia =
  | { ok: true; thumbnailUrl?: string; trailerName?: string }
  | { ok: false; error: MessageKey };

/** The file of a draft, complete or on its way. */
export interface DraftFile {
  uploadId: string;
  name: string;
  /** Length of the whole file. */
  bytes: number;
  /** Bytes received. */
  received: number;
  /** Fingerprint by which an upload of the same file resumes. */
  mark: string;
}

/** Returns whether a draft's file has arrived completely. */
export function isReceived(file: DraftFile | undefined): boolean {
  return file !== undefined && file.received >= file.bytes;
}

/** A draft in the list of drafts. */
export interface ListedDraft {
  id: string;
  /** Empty before one was typed. */
  title: string;
  /** For people, such as "hoje, 14:32". */
  savedAt: string;
}

/** Returns the fields of a form that a draft keeps, without empty ones. */
export function readDraftFields(form: Partial<Record<string, string>>): DraftFields {
  const kept: DraftFields = {};
  for (const name of draftFieldNames) {
    const value = form[name];
    if (value !== undefined && value.trim() !== "") kept[name] = value;
  }
  return kept;
}

/** Returns whether somebody has typed or chosen anything. */
export function isWorthKeeping(fields: DraftFields): boolean {
  return Object.keys(fields).some((name) => !filledByItself.has(name));
}

export function isTooLong(fields: DraftFields): boolean {
  return new TextEncoder().encode(JSON.stringify(fields)).byteLength > draftMaxBytes;
}

/** Returns whether two drafts hold the same, in whatever order the database returns it. */
export function isSameDraft(one: DraftFields, other: DraftFields): boolean {
  return draftFieldNames.every((name) => one[name] === other[name]);
}
