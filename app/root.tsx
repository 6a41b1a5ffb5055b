import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  matchRoutes,
  Outlet,
  ScrollRestoration,
  useLoaderData,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, useEffect, useMemo } from "react";
import { ErrorPage } from "~/document/error-page";
import { usePage } from "~/document/page-context";
import { askForTerms, writeLawWords } from "~/features/base/accounts/law-words.server";
import { InstallBanner } from "~/features/base/install/install-banner";
import { ArrivingShop } from "~/features/shop/catalog/marketplace-placeholder";
import { findLocale, serverTexts } from "~/i18n/i18next.server";
import { type Locale, languages } from "~/i18n/languages";
import { AddressLinks } from "~/i18n/page-addresses";
import { metaText } from "~/i18n/page-titles";
import { usePageTexts } from "~/i18n/texts";
import { useLocale, useText } from "~/i18n/use-locale";
import { companyOf } from "~/platform/company";
import { currentViewer } from "~/platform/context.server";
import { databaseFailure, keptFormOf } from "~/platform/failures";
import { NetworkFailure } from "~/platform/network-failure";
import type { Flash } from "~/platform/session/cookies.server";
import stylesheet from "~/styles/app.css?url";
import { type ToastMessage, ToastProvider, Toasts } from "~/ui/toasts/toasts";
import { LateScripts, lateStylesId } from "./document/late-scripts";
import { useNetworkFailureToast } from "./document/network-failure-toast";

export const links: LinksFunction = () => [
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

/** Error pages do not get their route's title. */
export const meta: MetaFunction = ({ error, location }) => {
  if (!error) return [];
  if (error instanceof NetworkFailure) return metaText(location, "noAnswer");
  const failure = databaseFailure(error);
  if (failure) return metaText(location, failure);
  if (keptFormOf(error)) return metaText(location, "signedOut");
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return metaText(location, missing ? "notFound" : "failed");
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { flashCookie } = context.services;
  const [viewer, flash, locale] = await Promise.all([
    currentViewer(context, request),
    flashCookie.read(request),
    findLocale(request),
  ]);
  const terms = askForTerms(viewer, locale);
  const headers = new Headers();
  if (flash) headers.append("Set-Cookie", await flashCookie.clear());
  return data(
    {
      viewer: viewer
        ? { isCreator: viewer.isCreator, isAdmin: viewer.isAdmin, hasPassword: viewer.hasPassword }
        : null,
      googleOffered: context.services.google !== undefined,
      flash: flash ? { id: context.requestId, ...translateFlash(flash, locale) } : null,
      terms,
      law: writeLawWords(companyOf(context.services.env), locale),
      appUrl: context.services.env.APP_URL,
    },
    { headers },
  );
}

/** On the server: the page may not load the texts of the message. */
function translateFlash({ tone, title, sings, description, values, download }: Flash, locale: Locale) {
  const text = serverTexts[locale];
  const translated = {
    tone,
    title: text(title, values),
    description: description && text(description, values),
  };
  return { ...translated, sings, download };
}

/** Runs before other scripts. Where storage is blocked, the property throws or is null; the page then has its own. */
const replaceBlockedStorage = import.meta.env.SSR
  ? `for (const name of ["localStorage", "sessionStorage"]) {
  try {
    if (window[name]) continue;
  } catch {}
  const kept = new Map();
  const value = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, String(text)),
    removeItem: (key) => void kept.delete(key),
  };
  try {
    Object.defineProperty(window, name, { value, configurable: true });
  } catch {}
}`
  : "";

export function Layout({ children }: { children: ReactNode }) {
  const locale = useLocale();
  const { nonce, requestId, colourStyles, themeColours, firstStyles } = usePage();
  const root = useRouteLoaderData<typeof loader>("root");
  const error = useRouteError();
  const page = useMatches().at(-1);
  const isUnknownCode =
    page?.id === "routes/public/certificate" &&
    !(page.data as { certificate?: unknown } | undefined)?.certificate;
  const isMissing = page?.id === "routes/system/not-found" || isUnknownCode;
  return (
    <html lang={languages[locale].tag} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={themeColours.light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={themeColours.dark} media="(prefers-color-scheme: dark)" />
        {requestId && <meta name="request-id" content={requestId} suppressHydrationWarning />}
        {/* The browser stays on the page: the response is a file. */}
        {root?.flash?.download && <meta httpEquiv="refresh" content={`0; url=${root.flash.download}`} />}
        <Meta />
        {root && !error && !isMissing && <AddressLinks appUrl={root.appUrl} />}
        <style
          id="colours"
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constants, from brand.ts
          dangerouslySetInnerHTML={{ __html: colourStyles }}
        />
        {firstStyles === undefined ? (
          <link rel="stylesheet" href={stylesheet} />
        ) : (
          <style
            id="first-styles"
            nonce={nonce}
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: rules of our own stylesheet
            dangerouslySetInnerHTML={{ __html: firstStyles }}
          />
        )}
        <Links />
      </head>
      <body>
        <ToastProvider>{children}</ToastProvider>
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant
          dangerouslySetInnerHTML={{ __html: replaceBlockedStorage }}
        />
        <ScrollRestoration nonce={nonce} />
        <LateScripts nonce={nonce} startAt={firstStyles === undefined ? "view" : "touch"} />
        {firstStyles !== undefined && <LateStyles href={stylesheet} />}
      </body>
    </html>
  );
}

/** With `firstStyles`, the whole stylesheet is loaded late for the next pages, and applied with the modules. */
function LateStyles({ href }: { href: string }) {
  // React 18 does not know the attribute.
  return <link rel="stylesheet" href={href} id={lateStylesId} media="print" {...{ fetchpriority: "low" }} />;
}

export default function App() {
  const { flash } = useLoaderData<typeof loader>();
  const t = useText();
  useReloadInOtherLanguage();
  useNetworkFailureToast();
  useFormModules();
  const toasts = useMemo<ToastMessage[]>(() => (flash ? [flash] : []), [flash]);
  return (
    <>
      <a
        href="#main"
        className="sr-only rounded-control bg-surface font-semibold text-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:px-4 focus:py-3 focus:shadow-lifted"
      >
        {t("common.skipToContent")}
      </a>
      <InstallBanner />
      <Toasts toasts={toasts} dismissLabel={t("common.close")} />
      <ArrivingShop>
        <Outlet />
      </ArrivingShop>
    </>
  );
}

/** Loads the action modules of the page's forms. Remix would load them on submit, and reload the page if offline. */
function useFormModules() {
  const location = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next page has other forms
  useEffect(() => {
    for (const form of document.forms) loadFormModules(form);
    const load = ({ target }: FocusEvent) => {
      const form = target instanceof Element && target.closest("form");
      if (form) loadFormModules(form);
    };
    document.addEventListener("focusin", load);
    return () => document.removeEventListener("focusin", load);
  }, [location]);
}

function loadFormModules(form: HTMLFormElement) {
  // Attributes, because a field may be called `action` or `method`.
  if (form.getAttribute("method")?.toLowerCase() !== "post") return;
  const { origin, pathname } = new URL(form.getAttribute("action") ?? "", window.location.href);
  if (origin !== window.location.origin) return;
  const matches = matchRoutes(window.__remixRouter?.routes ?? [], pathname) ?? [];
  for (const { route } of matches) {
    const module = window.__remixManifest.routes[route.id ?? ""]?.module;
    // Remix reports a failure when it needs the module.
    if (module) import(/* @vite-ignore */ module).catch(() => {});
  }
}

/** A page loads one catalogue. */
function useReloadInOtherLanguage() {
  const locale = useLocale();
  const { locale: loaded } = usePageTexts();
  useEffect(() => {
    if (loaded !== locale) window.location.reload();
  }, [loaded, locale]);
}

export function ErrorBoundary() {
  return (
    <>
      <InstallBanner />
      <ErrorPage />
    </>
  );
}
