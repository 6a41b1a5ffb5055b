/** PostgreSQL text and jsonb cannot hold NUL and unpaired surrogates. */
const unstorable = /\0|\p{Surrogate}/u;
const everyUnstorable = /\0|\p{Surrogate}/gu;

export function isStorable(text: string): boolean {
  return !unstorable.test(text);
}

/** Replaces each character that the database cannot store by U+FFFD. */
export function toStorable(text: string): string {
  return text.replaceAll(everyUnstorable, "\uFFFD");
}

/** Returns JSON that jsonb can hold, with texts replaced as in `toStorable`. */
export function toStorableJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (typeof item === "string" ? toStorable(item) : item));
}

/** Maximum nesting of a document stored as jsonb; PostgreSQL's own limit depends on its stack. */
const deepest = 100;

export function isStorableJson(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return isStorable(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth === deepest) return false;
  return Object.entries(value).every(([key, item]) => isStorable(key) && isStorableJson(item, depth + 1));
}
