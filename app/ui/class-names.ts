/** Joins the class names that are present with a space; conflicting classes are the caller's affair. */
export function classNames(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(" ");
}
