/** Texts by their names, in groups. */
export type Texts = { readonly [name: string]: string | Texts };

type Values = Readonly<Record<string, string | number>>;

/**
 * Looks a text up by its whole key, such as "accounts.emailTaken", and fills its gaps (`{{name}}`); a gap without a
 * value is left empty. Gives undefined where there is no such text. What browsers use in place of i18next: they need
 * no more of it than this, and it weighs more than everything else of ours on a page.
 */
export function lookUpText(texts: Texts, key: string, values: Values = {}): string | undefined {
  let found: string | Texts | undefined = texts;
  for (const name of key.split(".")) found = typeof found === "object" ? found[name] : undefined;
  if (typeof found !== "string") return undefined;
  return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ""));
}
