/** PostgreSQL text and jsonb cannot store NUL and unpaired surrogates. */
const unstorable = /\0|\p{Surrogate}/u;
const everyUnstorable = /\0|\p{Surrogate}/gu;

export function isStorable(text: string): boolean {
  return !unstorable.test(text);
}

/** Replaces unstorable characters by U+FFFD. */
export function toStorable(text: string): string {
  return text.replaceAll(everyUnstorable, "\uFFFD");
}

/** JSON for jsonb, with unstorable characters replaced. */
export function toStorableJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (typeof item === "string" ? toStorable(item) : item));
}

/** Maximum nesting; PostgreSQL's own limit depends on its stack. */
const deepest = 100;

export function isStorableJson(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return isStorable(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth === deepest) return false;
  return Object.entries(value).every(([key, item]) => isStorable(key) && isStorableJson(item, depth + 1));
}
