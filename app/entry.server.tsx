import { PassThrough } from "node:stream";
import type {
  AppLoadContext,
  EntryContext,
  HandleDataRequestFunction,
  HandleErrorFunction,
} from "@remix-run/node";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { brandColours, brandStyles } from "~/brand";
import { findLocale, serverTexts } from "~/i18n/i18next.server";
import { TextsProvider } from "~/i18n/texts";
import { PageProvider } from "~/page-context";
import { keepOut } from "~/platform/kept-out.server";
import { isOutage, noteOutage, retryAfterSeconds, sawOutage } from "~/platform/outage.server";

const colours = {
  colourStyles: brandStyles(),
  themeColours: { light: brandColours.light.canvas, dark: brandColours.dark.canvas },
};

/** In milliseconds. */
const renderMs = 10_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const locale = await findLocale(request);
  const page = { ...colours, nonce: context.cspNonce, requestId: context.requestId };
  const whole = context.forEveryone ?? isbot(request.headers.get("User-Agent"));

  return new Promise((resolve, reject) => {
    let answered = false;
    const { pipe, abort } = renderToPipeableStream(
      <PageProvider value={page}>
        <TextsProvider value={{ locale, text: serverTexts[locale] }}>
          <RemixServer context={remixContext} url={request.url} nonce={context.cspNonce} />
        </TextsProvider>
      </PageProvider>,
      {
        nonce: context.cspNonce,
        onShellReady: () => !whole && tryToAnswer(),
        onAllReady: () => whole && tryToAnswer(),
        onShellError: reject,
        onError: (error) => {
          keepOut(context);
          if (answered) context.log.error({ err: error }, "rendering failed");
        },
      },
    );
    /** React calls this from a timer, where a thrown error would not reach the promise. */
    function tryToAnswer() {
      try {
        answer();
      } catch (error) {
        reject(error);
        abort(error);
      }
    }
    function answer() {
      answered = true;
      const body = new PassThrough();
      headers.set("Content-Type", "text/html; charset=utf-8");
      const failedOutside = status >= 500 && sawOutage(context);
      if (failedOutside) headers.set("Retry-After", String(retryAfterSeconds));
      resolve(
        new Response(createReadableStreamFromReadable(body), {
          headers,
          status: failedOutside ? 503 : status,
        }),
      );
      pipe(body);
    }
    setTimeout(() => abort(), renderMs).unref();
  });
}

/** Logs every unexpected error of a loader, an action or a page. The browser never sees the cause. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  if (isOutage(error)) noteOutage(context);
  context.log.error({ err: error }, "handler failed");
};

/**
 * Answers data requests during an outage with 503 and Retry-After, as pages are. A form gets no data, so that the browser
 * keeps its page (`platform/network-failure.ts`).
 */
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
