import type {
  AppLoadContext,
  EntryContext,
  HandleDataRequestFunction,
  HandleErrorFunction,
} from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { brandColours, brandStyles } from "~/brand";
import { PageProvider } from "~/document/page-context";
import { findLocale, serverTexts } from "~/i18n/i18next.server";
import { TextsProvider } from "~/i18n/texts";
import { isOutage, noteOutage, retryAfterSeconds, sawOutage } from "~/platform/outage.server";
import { compressPage } from "~/server/http/compress-page.server";
import { waitForForms } from "~/ui/forms/lazy-form";

// Types of loaders and actions as single fetch returns them.
declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true;
  }
}

const colours = {
  colourStyles: brandStyles(),
  themeColours: { light: brandColours.light.canvas, dark: brandColours.dark.canvas },
};

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  headers.set("Content-Type", "text/html; charset=utf-8");
  const { cspNonce: nonce, requestId } = context;
  // Inserted by the page cache (`critical-styles.server.ts`).
  const firstStyles = context.hasFirstStyles ? "" : undefined;
  const body = await render(request, remixContext, { nonce, requestId, firstStyles });
  const failedOutside = status >= 500 && sawOutage(context);
  if (failedOutside) {
    headers.set("Retry-After", String(retryAfterSeconds));
    // A page retries by itself, also without script; a form must not.
    if (request.method === "GET") headers.set("Refresh", String(retryAfterSeconds));
  }
  const sent = { headers, status: failedOutside ? 503 : status };
  if (!context.takesBrotli) return new Response(body, sent);
  const compressed = await compressPage(Buffer.from(body));
  headers.set("Content-Encoding", "br");
  headers.set("Content-Length", String(compressed.length));
  return new Response(new Uint8Array(compressed), sent);
}

/** Rejects if the page cannot be rendered. No page has a Suspense boundary, and the loaders' data is read before. */
async function render(
  request: Request,
  remixContext: EntryContext,
  page: { nonce: string; requestId: string; firstStyles?: string | undefined },
): Promise<string> {
  const locale = await findLocale(request);
  await Promise.all([waitForForms(), readLoaderData(remixContext)]);
  const html = renderToString(
    <PageProvider value={{ ...colours, ...page }}>
      <TextsProvider value={{ locale, text: serverTexts[locale] }}>
        <RemixServer context={remixContext} url={request.url} nonce={page.nonce} />
      </TextsProvider>
    </PageProvider>,
  );
  // `renderToString` writes none, and browsers would use quirks mode.
  return `<!DOCTYPE html>${html}`;
}

/** Reads the loaders' data for hydration, a promise that the page would otherwise wait for while it is rendered. */
async function readLoaderData({ serverHandoffStream, renderMeta }: EntryContext): Promise<void> {
  if (!serverHandoffStream || !renderMeta) return;
  const reader = serverHandoffStream.getReader();
  const decoder = new TextDecoder();
  let value = "";
  for (let part = await reader.read(); !part.done; part = await reader.read())
    value += decoder.decode(part.value, { stream: true });
  reader.releaseLock();
  const read = Object.assign(Promise.resolve(), { result: { done: true, value } });
  renderMeta.streamCache = { 0: read };
}

/** The browser never sees the cause. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  if (isOutage(error)) noteOutage(context);
  context.log.error({ err: error }, "handler failed");
};

/** During an outage a form gets no data, so that the browser keeps its page (`platform/network-failure.ts`). */
export const handleDataRequest: HandleDataRequestFunction = (response, { request, context }) => {
  if (response.status < 500 || !sawOutage(context)) return response;
  if (request.method !== "GET") {
    const headers = { "Content-Type": "text/plain", "Retry-After": String(retryAfterSeconds) };
    return new Response("Service Unavailable\n", { status: 503, headers });
  }
  const headers = new Headers(response.headers);
  headers.set("Retry-After", String(retryAfterSeconds));
  return new Response(response.body, { status: 503, headers });
};
