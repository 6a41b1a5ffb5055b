import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import type { Flash } from "~/platform/flash.server";
import { inChunks, makeBoundary, multipartBody, type Part, streamedRequest } from "./multipart";
import { appUrl, type TestWorld } from "./test-services";

/** A loader or an action of a route module. */
type Handler = (args: LoaderFunctionArgs) => unknown;

export interface Asked {
  /** Path and query, such as "/consumer-login?tab=signup". */
  path: string;
  params?: Record<string, string>;
  /** Sent as an urlencoded body. */
  form?: Record<string, string>;
  /** Sent as multipart/form-data. */
  parts?: Part[];
  /** Any other body. */
  body?: string | Uint8Array<ArrayBuffer>;
  method?: string;
  headers?: Record<string, string>;
  /** The Cookie header, such as a person's `cookie`. */
  cookie?: string;
  /** Whether a script asks for data, rather than a browser for a page. */
  asData?: boolean;
  /** The client's network address; without it, one that nobody had before, so that no rate limit is met by chance. */
  address?: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  location: string | null;
  /** Whether the handler threw its answer rather than gave it. */
  thrown: boolean;
  /** What the page would get; undefined for a Response. */
  data: unknown;
  text: string;
  /** The message left for the next page. */
  flash: Flash | undefined;
  /** The session cookie set, as it would be sent back; empty where it was cleared, undefined where untouched. */
  session: string | undefined;
}

let clients = 0;
function newAddress(): string {
  clients += 1;
  return `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`;
}

/** A load context as the HTTP server makes one for each request. */
export function makeContext(
  { services }: TestWorld,
  { asData = false, address = newAddress() }: Pick<Asked, "asData" | "address"> = {},
): AppLoadContext {
  return {
    services,
    log: services.log,
    requestId: "test-request",
    cspNonce: "test-nonce",
    isDataRequest: asData,
    clientAddress: address,
    untilTaken: () => Promise.resolve(),
  };
}

export function makeRequest(asked: Asked): Request {
  const url = appUrl + asked.path;
  const headers = { ...(asked.cookie ? { Cookie: asked.cookie } : {}), ...asked.headers };
  if (asked.parts) {
    const boundary = makeBoundary();
    return streamedRequest(url, inChunks(multipartBody(asked.parts, boundary), 64 * 1024), {
      boundary,
      headers,
    });
  }
  const body = asked.form ? new URLSearchParams(asked.form) : asked.body;
  const method = asked.method ?? (body === undefined ? "GET" : "POST");
  return new Request(url, { method, headers, body });
}

/** Calls a route's loader or action with a real request. What it throws and is no Response passes on. */
export async function ask(world: TestWorld, handler: Handler, asked: Asked): Promise<Answer> {
  const args = {
    request: makeRequest(asked),
    context: makeContext(world, asked),
    params: asked.params ?? {},
  };
  try {
    return await toAnswer(world, await handler(args), false);
  } catch (thrown) {
    if (!(thrown instanceof Response) && !isData(thrown)) throw thrown;
    return toAnswer(world, thrown, true);
  }
}

async function toAnswer(world: TestWorld, result: unknown, thrown: boolean): Promise<Answer> {
  const init = result instanceof Response ? result : isData(result) ? (result.init ?? {}) : {};
  const headers = new Headers(init.headers);
  return {
    status: init.status ?? 200,
    headers,
    location: headers.get("Location"),
    thrown,
    data: result instanceof Response ? undefined : isData(result) ? result.data : result,
    text: result instanceof Response ? await result.text() : "",
    flash: await world.services.flashCookie.read(sendingBack(headers)),
    session: pairs(headers)
      .find((pair) => pair.startsWith("sabia="))
      ?.replace(/^sabia=$/, ""),
  };
}

/** A request that sends back the cookies an answer set. */
function sendingBack(headers: Headers): Request {
  return new Request(appUrl, { headers: { Cookie: pairs(headers).join("; ") } });
}

function pairs(headers: Headers): string[] {
  return headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
}

interface WithInit {
  type: "DataWithResponseInit";
  data: unknown;
  init: ResponseInit | null;
}

function isData(value: unknown): value is WithInit {
  return (
    typeof value === "object" && value !== null && "type" in value && value.type === "DataWithResponseInit"
  );
}
