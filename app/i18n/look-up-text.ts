export type Texts = { readonly [name: string]: string | Texts };

type Values = Readonly<Record<string, string | number>>;

/**
 * Returns the text of a key such as "accounts.emailTaken" with its placeholders (`{{name}}`) filled, or undefined. Of a
 * key with two forms, `files_one` and `files_other`, the value `count` chooses.
 * Browsers use this instead of i18next, which would be the largest dependency of a page.
 */
export function lookUpText(texts: Texts, key: string, values?: Values): string | undefined {
  let found: string | Texts | undefined = texts;
  const names = key.split(".");
  const last = names.pop() ?? "";
  for (const name of names) found = typeof found === "object" ? found[name] : undefined;
  if (typeof found !== "object") return undefined;
  const text = found[last] ?? found[last + (String(values?.count) === "1" ? "_one" : "_other")];
  return typeof text === "string" ? fillPlaceholders(text, values) : undefined;
}

/** Returns a text with its placeholders (`{{name}}`) filled; one without a value is empty. */
export function fillPlaceholders(text: string, values: Values = {}): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ""));
}
