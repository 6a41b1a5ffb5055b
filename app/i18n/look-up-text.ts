export type Texts = { readonly [name: string]: string | Texts };

type Values = Readonly<Record<string, string | number>>;

/**
 * Returns the text of a key such as "accounts.emailTaken" with its placeholders (`{{name}}`) filled, or undefined.
 * Browsers use this instead of i18next, which would be the largest dependency of a page.
 */
export function lookUpText(texts: Texts, key: string, values?: Values): string | undefined {
  let found: string | Texts | undefined = texts;
  for (const name of key.split(".")) found = typeof found === "object" ? found[name] : undefined;
  if (typeof found !== "string") return undefined;
  return fillPlaceholders(found, values);
}

/** Returns a text with its placeholders (`{{name}}`) filled; one without a value is empty. */
export function fillPlaceholders(text: string, values: Values = {}): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ""));
}
