import { RemixBrowser } from "@remix-run/react";
import { type ReactNode, StrictMode, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { type PageFacts, PageProvider } from "~/document/page-context";
import { keepTitles, type PageTitles } from "~/i18n/page-titles";
import { documentLocale, filesOf, waitForTextGroups } from "~/i18n/text-group";
import { type Texts, TextsProvider, textFrom } from "~/i18n/texts";
import { guardFetch } from "~/platform/network-failure";
import { recordEnteredValues } from "~/ui/forms/entered-values";
import { waitForForms } from "~/ui/forms/lazy-form";

window.fetch = guardFetch(window.fetch.bind(window), window.location);

/** One is loaded per page: a change of language reloads it. */
const catalogues = import.meta.glob<{ everywhere: Texts; titles: PageTitles }>(
  "~/i18n/locales/*/everywhere.ts",
);

async function hydrate() {
  const locale = documentLocale();
  const [load] = filesOf(locale, catalogues);
  if (!load) throw new Error(`no texts in ${locale}`);
  const { everywhere, titles } = await load();
  // Only now: this module runs before the routes' modules, which register their texts and forms.
  await Promise.all([waitForTextGroups(), waitForForms()]);
  keepTitles(locale, titles);
  const texts = { locale, text: textFrom(everywhere) };
  const page = readPageFacts();
  const attend = ignoreInput();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <PageProvider value={page}>
          <TextsProvider value={texts}>
            <Hydrated onDone={attend}>
              <RemixBrowser />
            </Hydrated>
          </TextsProvider>
        </PageProvider>
      </StrictMode>,
    );
  });
}

/** Events at which React 18 hydrates at once (`isDiscreteEventThatRequiresHydration`). */
const input =
  "mousedown mouseup touchcancel touchend touchstart auxclick dblclick pointercancel pointerdown pointerup dragend dragstart drop compositionend compositionstart keydown keypress keyup input textInput copy cut paste click change contextmenu reset submit".split(
    " ",
  );

/**
 * Hides input from React until the returned function is called, which reports it. React 18 hydrates at once when
 * somebody types, and with `RemixBrowser` waiting for its data it would fail for good (error 345).
 */
function ignoreInput(): () => void {
  const values = recordEnteredValues();
  const hide = (event: Event) => {
    values.note(event);
    event.stopPropagation();
  };
  for (const type of input) window.addEventListener(type, hide, true);
  return () => {
    for (const type of input) window.removeEventListener(type, hide, true);
    values.report();
  };
}

function Hydrated({ onDone, children }: { onDone: () => void; children: ReactNode }) {
  useEffect(() => {
    // After the render that follows `useHydrated`.
    queueMicrotask(onDone);
  }, [onDone]);
  return children;
}

/** Reads what the server wrote into the head: React rebuilds the document between a page and an error page. */
function readPageFacts(): PageFacts {
  const contentOf = (meta: string) =>
    document.querySelector<HTMLMetaElement>(`meta[name="${meta}"]`)?.content ?? "";
  const styles = document.querySelector<HTMLStyleElement>("#colours");
  return {
    // Browsers hide the nonce attribute after parsing, but not the property.
    nonce: styles?.nonce ?? "",
    requestId: contentOf("request-id"),
    colourStyles: styles?.textContent ?? "",
    firstStyles: document.querySelector("#first-styles")?.textContent ?? undefined,
    themeColours: {
      light: contentOf('theme-color"][media*="light'),
      dark: contentOf('theme-color"][media*="dark'),
    },
  };
}

hydrate();

// Required for installing the app (public/sw.js).
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  const register = () => {
    navigator.serviceWorker.register("/sw.js").catch(() => {
      // Disabled in the browser: the product works without it.
    });
  };
  // This module may run after the page's `load` (`late-scripts.tsx`).
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register);
}
