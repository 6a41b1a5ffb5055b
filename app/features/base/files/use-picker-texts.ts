import { useText } from "~/i18n/use-locale";

/** In the page's language instead of the browser's. */
export function usePickerTexts(): { choose: string; none: string } {
  const t = useText();
  return { choose: t("creator.pickFile"), none: t("creator.nothingPicked") };
}
