import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { currentViewer } from "~/platform/context.server";
import type { Flash } from "~/platform/session/cookies.server";
import routes from "~/routes";
import { inChunks, makeBoundary, multipartBody, type Part, streamedRequest } from "./multipart";
import { appUrl, type TestWorld } from "./test-services";

/** A loader or an action of a route module. */
type Handler = (args: LoaderFunctionArgs) => unknown;

export interface Asked {
  /** Path and query, such as "/consumer-login?tab=signup". */
  path: string;
  /** By default those of the path. */
  params?: Record<string, string>;
  /** Sent urlencoded. */
  form?: Record<string, string> | URLSearchParams;
  /** Sent as multipart/form-data. */
  parts?: Part[];
  body?: string | Uint8Array<ArrayBuffer>;
  method?: string;
  headers?: Record<string, string>;
  /** The Cookie header, such as a person's `cookie`. */
  cookie?: string;
  asData?: boolean;
  /** The client's address; by default a new one, so that no rate limit applies. */
  address?: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  location: string | null;
  /** Whether the handler threw its response. */
  thrown: boolean;
  /** The data for the page; undefined for a Response. */
  data: unknown;
  text: string;
  flash: Flash | undefined;
  /** The new session cookie; empty if cleared, undefined if unchanged. */
  session: string | undefined;
}

let clients = 0;
function newAddress(): string {
  clients += 1;
  return `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`;
}

export function makeContext(
  { services }: TestWorld,
  { asData = false, address = newAddress() }: Pick<Asked, "asData" | "address"> = {},
  cookies: string[] = [],
): AppLoadContext {
  return {
    services,
    log: services.log,
    requestId: "test-request",
    cspNonce: "test-nonce",
    takesBrotli: false,
    isDataRequest: asData,
    clientAddress: address,
    waitForDrain: () => Promise.resolve(),
    addCookie: (value) => void cookies.push(value),
    visit: { noteView: () => undefined, findSource: () => undefined },
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

function paramsOf(path: string): LoaderFunctionArgs["params"] {
  const { pathname } = new URL(path, appUrl);
  return matchRoutes(routes as Parameters<typeof matchRoutes>[0], pathname)?.at(-1)?.params ?? {};
}

/** Calls a route's loader or action with a real request. Errors other than a Response are thrown. */
export async function ask(world: TestWorld, handler: Handler, asked: Asked): Promise<Answer> {
  const cookies: string[] = [];
  const args = {
    request: makeRequest(asked),
    context: makeContext(world, asked, cookies),
    params: asked.params ?? paramsOf(asked.path),
  };
  try {
    return await toAnswer(world, await handler(args), { thrown: false, cookies });
  } catch (thrown) {
    if (!(thrown instanceof Response) && !isData(thrown)) throw thrown;
    return toAnswer(world, thrown, { thrown: true, cookies });
  }
}

/** Who a request with this Cookie header is from. */
export const viewerOf = (world: TestWorld, cookie = "") =>
  currentViewer(makeContext(world), makeRequest({ path: "/", cookie }));

/** As `ask`, with a person's cookie, which becomes the new one where the answer renews the session. */
export async function askAs(
  world: TestWorld,
  handler: Handler,
  who: { cookie: string },
  asked: Omit<Asked, "cookie">,
): Promise<Answer> {
  const answer = await ask(world, handler, { ...asked, cookie: who.cookie });
  if (answer.session) who.cookie = answer.session;
  return answer;
}

async function toAnswer(
  world: TestWorld,
  result: unknown,
  { thrown, cookies }: { thrown: boolean; cookies: readonly string[] },
): Promise<Answer> {
  const init = result instanceof Response ? result : isData(result) ? (result.init ?? {}) : {};
  const headers = new Headers(init.headers);
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
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

/** A request with the cookies that a response set. */
function sendingBack(headers: Headers): Request {
  return new Request(appUrl, { headers: { Cookie: pairs(headers).join("; ") } });
}

/** The answer to a form with these messages beside its fields, which keeps these values. */
export const refusal = (errors: Record<string, string>, values: Record<string, string> = {}) => ({
  status: 400,
  data: { problem: { errors, values } },
});

/** The Cookie header of a browser that got this response. */
export const cookiesOf = ({ headers }: Pick<Answer, "headers">) => pairs(headers).join("; ");

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
