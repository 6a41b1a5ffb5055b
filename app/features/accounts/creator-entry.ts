import type { Locale } from "~/i18n/locale";

/**
 * Returns where someone goes who signed in at the creators' login: the dashboard, which sends people without a creator
 * profile to complete it. The dashboard's address carries no language, so English leads there directly.
 */
export function decideCreatorEntry({ isCreator }: { isCreator: boolean }, locale: Locale): string {
  return isCreator || locale === "pt" ? "/creator/dashboard" : "/creator-register";
}
