import { useLocation } from "@remix-run/react";
import { type MouseEvent, useEffect } from "react";
import { restoreFormValues, saveFormValues } from "~/i18n/form-values";
import { languages, locales } from "~/i18n/languages";
import { useLocale, useText } from "~/i18n/use-locale";
import { classNames } from "~/ui/class-names";
import { localizePath, withoutLanguage } from "./page-language";

/**
 * A link to the same page in the other language, so that it works without script. With script, form values are kept.
 */
export function LanguageSwitch() {
  const current = useLocale();
  const { pathname, search } = useLocation();
  const t = useText();
  useEffect(restoreFormValues, []);
  return (
    <nav aria-label={t("common.language")} className="flex rounded-control bg-sunken p-1">
      {locales.map((locale) => {
        const { tag, name, short } = languages[locale];
        return (
          <a
            key={locale}
            href={localizePath(withoutLanguage(pathname + search), locale)}
            hrefLang={tag}
            lang={tag}
            // Begins with the visible text, for speech control (WCAG 2.5.3).
            aria-label={`${short}, ${name}`}
            onClick={saveUnlessNewTab}
            aria-current={locale === current ? "true" : undefined}
            className={classNames(
              // 36 px high with a touch target of 44 px (see `button-look.ts`).
              "relative flex min-h-9 min-w-11 items-center justify-center rounded-[0.5rem] px-2 text-sm font-semibold before:absolute before:inset-x-0 before:-inset-y-1",
              locale === current ? "bg-raised text-ink shadow-card" : "text-ink-soft hover:text-ink",
            )}
          >
            {short}
          </a>
        );
      })}
    </nav>
  );
}

/** A click that opens a new tab does not leave this page. */
function saveUnlessNewTab(event: MouseEvent): void {
  if (!event.ctrlKey && !event.metaKey && !event.shiftKey) saveFormValues();
}
