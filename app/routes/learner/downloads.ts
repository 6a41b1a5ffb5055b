import display from "@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-800-normal.woff2?url";
import text from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import page from "~/features/playback/offline/downloads.html?raw";
import { renewDevice } from "~/features/playback/offline/keep-copy.server";
import { serverTexts } from "~/i18n/i18next.server";
import { languages } from "~/i18n/languages";
import { decidePageAddresses } from "~/i18n/page-addresses";
import { decideLocale, localizePath } from "~/i18n/page-language";
import { readForm } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import { requireViewer } from "~/server/guards.server";

/** The same for everyone: /downloads.js fills it in, /sw.js caches it. Without React, to work offline. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const locale = decideLocale(url);
  const t = serverTexts[locale];
  const { canonical, alternates } = decidePageAddresses(context.services.env.APP_URL, url, locale);
  const values: Record<string, string> = {
    nonce: context.cspNonce,
    text,
    display,
    title: t("downloads.title"),
    noScript: t("downloads.noScript"),
    purchases: t("common.purchases"),
    footer: t("common.footer", { year: "2024" }),
    home: localizePath("/", locale),
    library: localizePath("/purchases", locale),
    addresses: [
      `<link rel="canonical" href="${canonical}">`,
      ...alternates.map(
        ({ hrefLang, href }) => `<link rel="alternate" hreflang="${hrefLang}" href="${href}">`,
      ),
    ].join(""),
  };
  const filled = page.replace(/\{(\w+)\}/g, (gap, name: string) => values[name] ?? gap);
  return new Response(filled.replace("pt-BR", languages[locale].tag), {
    headers: { "Content-Type": "text/html; charset=utf-8" },
  });
}

/** Per request: those of a device. */
const maxIds = 40;

/**
 * A device reports its `copies`, ids separated by commas. Returns the time and, for each valid copy, the server's half
 * of its key, its expiry and the learner's position. The others have ended.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const { copies = "" } = await readForm(request);
  const ids = copies.split(",", maxIds).flatMap((id) => parseId(id) ?? []);
  const renewed = await renewDevice(context.services, viewer, ids);
  return Response.json(renewed, { headers: { "Cache-Control": "private, no-store" } });
}
