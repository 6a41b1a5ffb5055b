import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { defaultLocale, type Locale, languages, locales } from "~/i18n/languages";
import type { Texts } from "~/i18n/look-up-text";
import { TextsProvider, textFrom } from "~/i18n/texts";
import { PageProvider } from "~/page-context";
import { guardFetch } from "~/platform/network-failure";

window.fetch = guardFetch(window.fetch.bind(window), window.location.origin);

/** Loads one catalogue per page: a change of language reloads the page. */
const catalogues: Record<Locale, () => Promise<Texts>> = {
  pt: () => import("~/i18n/locales/pt/everywhere").then(({ everywhere }) => everywhere),
  en: () => import("~/i18n/locales/en/everywhere").then(({ everywhere }) => everywhere),
};

async function hydrate() {
  const locale: Locale =
    locales.find((known) => languages[known].tag === document.documentElement.lang) ?? defaultLocale;
  const texts = { locale, text: textFrom(await catalogues[locale]()) };
  const requestId = document.querySelector<HTMLMetaElement>('meta[name="request-id"]')?.content ?? "";
  // React rebuilds the document when it switches between a page and an error page, and the new style needs the nonce
  // again. Browsers hide the nonce attribute after parsing, but not the property.
  const nonce = document.querySelector<HTMLStyleElement>("head style")?.nonce ?? "";
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <PageProvider value={{ nonce, requestId }}>
          <TextsProvider value={texts}>
            <RemixBrowser />
          </TextsProvider>
        </PageProvider>
      </StrictMode>,
    );
  });
}

hydrate();

// A service worker is required for installing the app. It serves hashed files and an offline page only
// (public/sw.js).
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  window.addEventListener("load", () => {
    navigator.serviceWorker.register("/sw.js").catch(() => {
      // Disabled in the browser's settings: the product works without it.
    });
  });
}
