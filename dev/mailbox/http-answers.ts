import type { IncomingMessage } from "node:http";
import { type Answer, isFromElsewhere } from "../local-server/http";
import type { MessageStore } from "./message";
import { listPage, mailDocument, mailPolicy, messagePage, notFoundPage, pagePolicy } from "./pages";

/** Never throws. */
export function answerTo(request: IncomingMessage, store: MessageStore): Answer {
  if (!isLocalHost(request.headers.host)) return plain(403, "This server answers to localhost only.");
  const address = `http://localhost${request.url}`;
  if (!request.url?.startsWith("/") || !URL.canParse(address)) return plain(400, "Malformed address.");
  const url = new URL(address);
  if (request.method === "POST" && url.pathname === "/clear") return clear(request, store);
  if (request.method !== "GET" && request.method !== "HEAD")
    return plain(405, "Only GET here.", { Allow: "GET, HEAD" });

  if (url.pathname === "/") return page(200, listPage(store.list()));
  if (url.pathname === "/messages.json") {
    const to = url.searchParams.get("to")?.toLowerCase();
    const messages = store
      .list()
      .filter((message) => !to || message.to.some((address) => address.toLowerCase() === to));
    return {
      status: 200,
      headers: withBasics({ "Content-Type": "application/json" }),
      body: JSON.stringify(messages),
    };
  }
  const [, id = "", part] = /^\/messages\/([0-9a-f-]{36})(\/html)?$/.exec(url.pathname) ?? [];
  const message = store.find(id);
  if (!message) return page(404, notFoundPage());
  return part ? page(200, mailDocument(message), mailPolicy) : page(200, messagePage(message));
}

/** Prevents DNS rebinding: another site's name for 127.0.0.1 must not read the mail. */
function isLocalHost(host: string | undefined): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host ?? "");
}

function clear(request: IncomingMessage, store: MessageStore): Answer {
  const { "sec-fetch-site": site = "same-origin" } = request.headers;
  if (site !== "same-origin" || isFromElsewhere(request))
    return plain(403, "Only this mailbox's own page may do that.");
  store.clear();
  return { status: 303, headers: withBasics({ Location: "/" }) };
}

function page(status: number, body: string, policy = pagePolicy): Answer {
  const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy };
  return { status, headers: withBasics(headers), body };
}

function plain(status: number, body: string, headers: Record<string, string> = {}): Answer {
  return { status, headers: withBasics({ "Content-Type": "text/plain; charset=utf-8", ...headers }), body };
}

function withBasics(headers: Record<string, string>): Record<string, string> {
  return {
    ...headers,
    "Cache-Control": "no-store",
    // Under "no-referrer" browsers send `Origin: null` for the page's own form (Fetch, "append a request Origin").
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
  };
}
