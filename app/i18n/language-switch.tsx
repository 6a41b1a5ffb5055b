import { useLocation } from "@remix-run/react";
import { type MouseEvent, useEffect } from "react";
import { isSecretField } from "~/ui/forms/secret-fields";
import { classNames } from "~/ui/looks";
import { languages, locales } from "./languages";
import { localizePath, withoutLanguage } from "./page-language";
import { useLocale, useText } from "./use-locale";

/** Links to the same page, so that it works without script. With script, form values are kept. */
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
              // 36 px high with a touch target of 44 px (see `looks.ts`).
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

const storageKey = "sabia-typed";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A shown password has the type "text", so passwords are excluded by name. */
const keptTypes = new Set(["text", "email", "tel", "url", "number", "textarea", "select-one"]);

/** Searches are excluded: their values are in the URL. */
function listControls(): Control[] {
  const controls = document.querySelectorAll<Control>("form[method=post] :is(input, textarea, select)[name]");
  return [...controls].filter(
    ({ name, type, disabled, hidden }) =>
      keptTypes.has(type) && !disabled && !hidden && !isSecretField(name, window.location.pathname),
  );
}

/** For the same page in the other language, which is a new document. */
function saveFormValues(): void {
  const fields = Object.fromEntries(listControls().map(({ name, value }) => [name, value]));
  if (Object.keys(fields).length === 0) return;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ path: window.location.pathname, fields }));
  } catch {
    // Disabled in the browser's settings, such as in a private window.
  }
}

/** Once. Fields edited since the page loaded stay unchanged. */
function restoreFormValues(): void {
  let kept: { path: string; fields: Record<string, string> } | null = null;
  try {
    kept = JSON.parse(sessionStorage.getItem(storageKey) ?? "null");
    sessionStorage.removeItem(storageKey);
  } catch {
    // As above.
  }
  if (kept?.path !== window.location.pathname) return;
  for (const control of listControls()) {
    const value = kept.fields[control.name];
    const typedMeanwhile = "defaultValue" in control && control.value !== control.defaultValue;
    // Uncontrolled fields: setting the value is enough.
    if (value !== undefined && !typedMeanwhile) control.value = value;
  }
}
