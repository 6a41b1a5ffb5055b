import { createContext, type ReactNode, useContext, useMemo } from "react";
import { defaultLocale, type Locale } from "./languages";
import type { MessageKey } from "./message-key";

export type Texts = { readonly [name: string]: string | Texts };

type Values = Readonly<Record<string, string | number>>;

/**
 * Undefined for an unknown key. Of a key with two forms, `files_one` and `files_other`, the value `count` chooses.
 * Browsers use this instead of i18next, which would be the largest dependency of a page.
 */
export function lookUpText(texts: Texts, key: string, values?: Values): string | undefined {
  let group: string | Texts | undefined = texts;
  const names = key.split(".");
  const last = names.pop() ?? "";
  for (const name of names) group = typeof group === "object" ? group[name] : undefined;
  if (typeof group !== "object") return undefined;
  const text = group[last] ?? group[last + (String(values?.count) === "1" ? "_one" : "_other")];
  return typeof text === "string" ? fillPlaceholders(text, values) : undefined;
}

/** A placeholder (`{{name}}`) without a value is empty. */
export function fillPlaceholders(text: string, values: Values = {}): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ""));
}

export type Text = (key: MessageKey, values?: Record<string, string | number>) => string;

export interface PageTexts {
  locale: Locale;
  text: Text;
}

const TextsContext = createContext<PageTexts>({ locale: defaultLocale, text: (key) => key });

export const TextsProvider = TextsContext.Provider;

export function usePageTexts(): PageTexts {
  return useContext(TextsContext);
}

/** A missing text returns its key, as in i18next. */
export function textFrom(catalogue: Texts, otherwise: Text = (key) => key): Text {
  return (key, values) => lookUpText(catalogue, key, values) ?? otherwise(key, values);
}

export function MoreTexts({ texts, children }: { texts: Texts; children: ReactNode }) {
  const { locale, text: otherwise } = usePageTexts();
  const all = useMemo(() => ({ locale, text: textFrom(texts, otherwise) }), [locale, texts, otherwise]);
  return <TextsProvider value={all}>{children}</TextsProvider>;
}
