import { useLocation } from "@remix-run/react";
import { type MouseEvent, useEffect } from "react";
import { keepTyped, putTypedBack } from "~/i18n/keep-typed";
import { locales } from "~/i18n/locale";
import { useLocale, useText } from "~/i18n/use-locale";
import { classNames } from "~/ui/class-names";

const names = { pt: "PT", en: "EN" } as const;
const labels = { pt: "common.portuguese", en: "common.english" } as const;

/**
 * Switches the page's language: links to the same page, so it works without script and can be shared. With script, what
 * was typed comes along.
 */
export function LanguageSwitch() {
  const current = useLocale();
  const { pathname, search } = useLocation();
  const t = useText();
  useEffect(putTypedBack, []);
  return (
    <nav aria-label={t("common.language")} className="flex rounded-control bg-sunken p-1">
      {locales.map((locale) => {
        const params = new URLSearchParams(search);
        if (locale === "en") params.set("lng", "en");
        else params.delete("lng");
        const query = params.toString();
        return (
          <a
            key={locale}
            href={query ? `${pathname}?${query}` : pathname}
            hrefLang={locale === "en" ? "en" : "pt-BR"}
            lang={locale === "en" ? "en" : "pt-BR"}
            // What is seen comes first: whoever speaks to the browser says that (WCAG 2.5.3).
            aria-label={`${names[locale]}, ${t(labels[locale])}`}
            onClick={keepUnlessNewTab}
            aria-current={locale === current ? "true" : undefined}
            className={classNames(
              // Seen 36 px high, pressed 44: the frame around it counts too (see `button-look.ts`).
              "relative flex min-h-9 min-w-11 items-center justify-center rounded-[0.5rem] px-2 text-sm font-semibold before:absolute before:inset-x-0 before:-inset-y-1",
              locale === current ? "bg-raised text-ink shadow-card" : "text-ink-soft hover:text-ink",
            )}
          >
            {names[locale]}
          </a>
        );
      })}
    </nav>
  );
}

/** A key that asks for another tab or window leaves this page, and what is typed, where it is. */
function keepUnlessNewTab(event: MouseEvent): void {
  if (!event.ctrlKey && !event.metaKey && !event.shiftKey) keepTyped();
}
