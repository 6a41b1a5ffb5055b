import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { type Locale, locales } from "~/i18n/locale";
import { TextsProvider, textFrom } from "~/i18n/texts";
import { PageProvider } from "~/page-context";

/** One catalogue a page: changing the language loads the page anew. */
const catalogues = {
  pt: () => import("~/i18n/locales/pt/everywhere").then(({ everywhere }) => everywhere),
  en: () => import("~/i18n/locales/en/everywhere").then(({ everywhere }) => everywhere),
};

async function hydrate() {
  const locale: Locale = locales.find((known) => document.documentElement.lang.startsWith(known)) ?? "pt";
  const texts = { locale, text: textFrom(await catalogues[locale]()) };
  const requestId = document.querySelector<HTMLMetaElement>('meta[name="request-id"]')?.content ?? "";
  // Between a page and an error page React makes the document anew, and its style must pass the policy again. The
  // attribute is hidden from the page's markup by then, the property is not.
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

// Installing the app needs one; it serves hashed files and an offline page, nothing else (public/sw.js).
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  window.addEventListener("load", () => {
    navigator.serviceWorker.register("/sw.js").catch(() => {
      // Refused by the browser's settings: the product works without.
    });
  });
}
