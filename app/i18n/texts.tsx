import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { Locale } from "./locale";
import { lookUpText, type Texts } from "./look-up-text";
import type { MessageKey } from "./message-key";

/** Gives a text by its key, its gaps filled. */
export type Text = (key: MessageKey, values?: Record<string, string | number>) => string;

/** The texts that a page has at hand, and their language. */
export interface PageTexts {
  locale: Locale;
  text: Text;
}

const TextsContext = createContext<PageTexts>({ locale: "pt", text: (key) => key });

export const TextsProvider = TextsContext.Provider;

export function usePageTexts(): PageTexts {
  return useContext(TextsContext);
}

/** Reads texts from a catalogue, else in another way. A key without a text stands for itself, as with i18next. */
export function textFrom(catalogue: Texts, otherwise: Text = (key) => key): Text {
  return (key, values) => lookUpText(catalogue, key, values) ?? otherwise(key, values);
}

/** An area of the product brings the texts along that it alone needs. */
export function MoreTexts({ texts, children }: { texts: Texts; children: ReactNode }) {
  const { locale, text: otherwise } = usePageTexts();
  const all = useMemo(() => ({ locale, text: textFrom(texts, otherwise) }), [locale, texts, otherwise]);
  return <TextsProvider value={all}>{children}</TextsProvider>;
}
