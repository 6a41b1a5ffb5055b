import type { ReactNode } from "react";
import { undo as undoEn } from "~/i18n/locales/en/entrance/undo";
import { undo as undoPt } from "~/i18n/locales/pt/entrance/undo";
import { MoreTexts } from "~/i18n/texts";
import { useLocale } from "~/i18n/use-locale";

const texts = { pt: { undo: undoPt }, en: { undo: undoEn } };

/**
 * Loads the texts about recent changes of how an account is reached, in both languages because they are rarely shown.
 */
export function UndoTexts({ children }: { children: ReactNode }) {
  return <MoreTexts texts={texts[useLocale()]}>{children}</MoreTexts>;
}
