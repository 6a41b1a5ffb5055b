import type { Transform } from "node:stream";
import type {
  AppLoadContext,
  EntryContext,
  HandleDataRequestFunction,
  HandleErrorFunction,
} from "@remix-run/node";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { brandColours, brandStyles } from "~/brand";
import { dropNulBytes } from "~/drop-nul-bytes.server";
import { findLocale, serverTexts } from "~/i18n/i18next.server";
import { TextsProvider } from "~/i18n/texts";
import { PageProvider } from "~/page-context";
import { isKeptOut, keepOut } from "~/platform/do-not-keep.server";
import { isOutage, noteOutage, retryAfterSeconds, sawOutage } from "~/platform/outage.server";
import { waitForForms } from "~/ui/forms/lazy-form";

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
  headers.set("Content-Type", "text/html; charset=utf-8");
  const { cspNonce: nonce, requestId } = context;
  const drawing = { request, remixContext, context };
  let body: Transform | string | undefined;
  if (status === 200 && mayBeKept(request, remixContext)) {
    const page = { url: request.url, data: remixContext.staticHandlerContext.loaderData, nonce };
    const kept = await context.renderedPages?.find(page, async () => {
      body = await readText(await render({ ...drawing, page: { nonce, requestId: "" } }));
      return isKeptOut(context) ? undefined : body;
    });
    if (kept) {
      headers.set("Content-Encoding", "br");
      headers.set("Content-Length", String(kept.body.length));
      headers.set("Content-Security-Policy", kept.policy);
      return new Response(new Uint8Array(kept.body), { headers, status });
    }
  }
  body ??= await render({ ...drawing, page: { nonce, requestId } });
  const failedOutside = status >= 500 && sawOutage(context);
  if (failedOutside) {
    headers.set("Retry-After", String(retryAfterSeconds));
    // The page tries again by itself, also without script. A form is sent again by its sender alone.
    if (request.method === "GET") headers.set("Refresh", String(retryAfterSeconds));
  }
  return new Response(typeof body === "string" ? body : createReadableStreamFromReadable(body), {
    headers,
    status: failedOutside ? 503 : status,
  });
}

/** Returns whether a page is rendered from nothing but its address and its loaders' data. */
function mayBeKept(request: Request, { staticHandlerContext }: EntryContext): boolean {
  const { actionData, errors } = staticHandlerContext;
  return request.method === "GET" && !actionData && !errors;
}

interface Rendering {
  request: Request;
  remixContext: EntryContext;
  context: AppLoadContext;
  page: { nonce: string; requestId: string };
}

/**
 * Returns the page as a stream, once all of it is rendered: what React sends later is put in its place by a script.
 * Rejects if the page cannot be rendered.
 */
async function render({ request, remixContext, context, page }: Rendering): Promise<Transform> {
  const locale = await findLocale(request);
  await waitForForms();
  return new Promise((resolve, reject) => {
    const failures: unknown[] = [];
    const { pipe, abort } = renderToPipeableStream(
      <PageProvider value={{ ...colours, ...page }}>
        <TextsProvider value={{ locale, text: serverTexts[locale] }}>
          <RemixServer context={remixContext} url={request.url} nonce={page.nonce} />
        </TextsProvider>
      </PageProvider>,
      {
        nonce: page.nonce,
        onAllReady: answer,
        onShellError: reject,
        onError: (error) => {
          keepOut(context);
          failures.push(error);
        },
      },
    );
    /** React calls this from a timer, where a thrown error would not reach the promise. */
    function answer() {
      try {
        for (const err of failures) context.log.error({ err }, "rendering failed");
        const body = dropNulBytes();
        resolve(body);
        pipe(body);
      } catch (error) {
        reject(error);
        abort(error);
      }
    }
    setTimeout(() => abort(), renderMs).unref();
  });
}

async function readText(stream: Transform): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** Logs every unexpected error of a loader, an action or a page. The browser never sees the cause. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  if (isOutage(error)) noteOutage(context);
  context.log.error({ err: error }, "handler failed");
};

/**
 * Answers data requests during an outage with 503 and Retry-After, as pages are. A form gets no data, so that the
 * browser keeps its page (`platform/network-failure.ts`).
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
