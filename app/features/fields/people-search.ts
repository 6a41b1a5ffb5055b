/** How people are looked up by a part of their name or e-mail (migrations/0011-people-search.ts). */
export type PeopleSearch =
  | { by: "nothing" }
  /** Fewer than three plain letters or digits in a row: no index knows it, so nothing is looked for. */
  | { by: "tooShort" }
  /** A LIKE pattern, not yet folded: the database folds it as it folded the names. */
  | { by: "pattern"; pattern: string };

/** The longest search taken, in characters: longer than any name. */
export const searchMaxLength = 200;

/** Reads a search as it was typed. NUL, which PostgreSQL cannot hold, is left out. */
export function parseSearchText(raw: string | null): string {
  return (raw ?? "").replaceAll("\0", "").trim().slice(0, searchMaxLength);
}

/** Decides it. The signs that LIKE gives a meaning to stand for themselves. */
export function decidePeopleSearch(text: string): PeopleSearch {
  if (text === "") return { by: "nothing" };
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "");
  if (!/[a-z0-9]{3}/i.test(plain)) return { by: "tooShort" };
  return { by: "pattern", pattern: `%${text.normalize("NFC").replace(/[\\%_]/g, "\\$&")}%` };
}
