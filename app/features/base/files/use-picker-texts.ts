import { useText } from "~/i18n/use-locale";

/** What a file picker says in the page's language, instead of in the browser's. */
export function usePickerTexts(): { choose: string; none: string } {
  const t = useText();
  return { choose: t("creator.pickFile"), none: t("creator.nothingPicked") };
}
