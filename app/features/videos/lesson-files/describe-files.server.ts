import { formatBytes } from "~/features/base/files/accepted-files";
import { serverTexts } from "~/i18n/i18next.server";
import type { Locale } from "~/i18n/languages";
import type { AttachmentFacts } from "./attachments.queries.server";

/** In the page's language. */
export interface AttachmentList {
  title: string;
  note: string;
  /** How many there are, for the list of what the price includes. */
  included: string;
  items: { name: string; details: string }[];
}

export interface AttachmentLinks {
  title: string;
  items: { id: string; details: string; label: string }[];
}

/** Undefined without files. Written on the server, as few pages have files. */
export function describeFiles(files: readonly AttachmentFacts[], locale: Locale): AttachmentList | undefined {
  if (files.length === 0) return undefined;
  const text = serverTexts[locale];
  const count = String(files.length);
  return {
    title: text("filesToDownload.title"),
    note: text("filesToDownload.note"),
    included: files.length === 1 ? text("filesToDownload.one") : text("filesToDownload.many", { count }),
    items: files.map((file) => ({ name: file.name, details: writeDetails(file, locale) })),
  };
}

export function describeDownloads(
  files: readonly (AttachmentFacts & { id: string })[],
  locale: Locale,
): AttachmentLinks | undefined {
  if (files.length === 0) return undefined;
  const text = serverTexts[locale];
  return {
    title: text("filesToDownload.title"),
    items: files.map((file) => ({
      id: file.id,
      details: writeDetails(file, locale),
      label: text("filesToDownload.open", { name: file.name }),
    })),
  };
}

function writeDetails({ kind, bytes }: AttachmentFacts, locale: Locale): string {
  return `${kind.toUpperCase()} · ${formatBytes(bytes, locale)}`;
}
