import { removeAccents } from "~/i18n/accents";
import { trimInvisible } from "~/platform/forms/trim-ends";

/** Searches part of a name or e-mail (migrations/0001-base.ts). */
type PeopleSearch =
  | { by: "nothing" }
  /** Fewer than three plain letters or digits in a row, which the trigram index does not support. */
  | { by: "tooShort" }
  /** A LIKE pattern; the database folds case and accents. */
  | { by: "pattern"; pattern: string };

/** In characters: longer than any name. */
export const searchMaxLength = 200;

/** NUL is removed: PostgreSQL cannot store it. */
export function parseSearchText(raw: string | null): string {
  return trimInvisible((raw ?? "").replaceAll("\0", "")).slice(0, searchMaxLength);
}

export function decidePeopleSearch(text: string): PeopleSearch {
  if (text === "") return { by: "nothing" };
  const plain = removeAccents(text);
  if (!/[a-z0-9]{3}/i.test(plain)) return { by: "tooShort" };
  return { by: "pattern", pattern: containsPattern(text.normalize("NFC")) };
}

/** Escapes LIKE wildcards. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
