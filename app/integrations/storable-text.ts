/** What PostgreSQL text cannot hold: NUL, and half a surrogate pair, which its jsonb refuses too. */
const unstorable = /\0|\p{Surrogate}/u;
const everyUnstorable = /\0|\p{Surrogate}/gu;

/** Returns whether the database can keep a text as it is. */
export function isStorable(text: string): boolean {
  return !unstorable.test(text);
}

/** Returns a text with each character that the database cannot keep replaced by U+FFFD. */
export function toStorable(text: string): string {
  return text.replaceAll(everyUnstorable, "\uFFFD");
}

/** Writes a value as JSON that jsonb can hold, its texts replaced as `toStorable` does. */
export function toStorableJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (typeof item === "string" ? toStorable(item) : item));
}

/** How deep a document may be nested that is kept as jsonb; PostgreSQL's own limit depends on its stack. */
const deepest = 100;

/** Returns whether a parsed JSON document can be kept as jsonb. */
export function isStorableJson(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return isStorable(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth === deepest) return false;
  return Object.entries(value).every(([key, item]) => isStorable(key) && isStorableJson(item, depth + 1));
}
