import { createContext, type ReactNode, useContext, useMemo } from "react";
import { defaultLocale, type Locale } from "./languages";
import { lookUpText, type Texts } from "./look-up-text";
import type { MessageKey } from "./message-key";

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
