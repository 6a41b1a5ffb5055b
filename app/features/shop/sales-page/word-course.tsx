import { type ReactNode, useMemo } from "react";
import { MoreTexts } from "~/i18n/texts";
import { useText } from "~/i18n/use-locale";

/**
 * Says "course" where the components of sales pages say "video". `buy`: the label of the button that buys, where it
 * carries what is left to pay.
 */
export function WordCourse({ buy, children }: { buy?: string | undefined; children: ReactNode }) {
  const t = useText();
  const texts = useMemo(
    () => ({
      salesPage: {
        own: t("coursePage.ownCourse"),
        oneTime: t("coursePage.whole"),
        about: t("coursePage.about"),
        videos: t("coursePage.courses"),
      },
      ...(buy && { marketplace: { buy } }),
    }),
    [t, buy],
  );
  return <MoreTexts texts={texts}>{children}</MoreTexts>;
}
