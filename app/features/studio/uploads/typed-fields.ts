const typedFieldNames = [
  "title",
  "description",
  "price",
  "pricing",
  "outcomes",
  "topic",
  "spokenLanguage",
  "previewSeconds",
  "previewStart",
  "trailerUrl",
] as const;

/** Bytes of JSON: the longest valid form, and room for one that is still too long. */
const typedMaxBytes = 40_000;

export type TypedFields = Partial<Record<string, string>>;

/** `changed`: saved elsewhere since `revision`; the stored revision is returned. */
export type SavedFields =
  | { ok: true; revision: number }
  | { ok: false; error: "gone" | "tooLong" }
  | { ok: false; error: "changed"; revision: number };

export function readTypedFields(form: Partial<Record<string, string>>): TypedFields {
  const fields: TypedFields = {};
  for (const name of typedFieldNames) {
    const value = form[name];
    if (value !== undefined && value.trim() !== "") fields[name] = value;
  }
  return fields;
}

export function isTooLong(fields: TypedFields): boolean {
  return new TextEncoder().encode(JSON.stringify(fields)).byteLength > typedMaxBytes;
}

export function isSameTyped(one: TypedFields, other: TypedFields): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name] === other[name]);
}
