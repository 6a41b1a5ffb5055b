import type { KeptForm } from "./failures";

/** Response header of a request refused before anything of it ran: milliseconds to wait before sending it again. */
export const notBegunHeader = "X-Not-Begun";

/** Nothing answered, the answer broke off, or a proxy answered. */
export class NetworkFailure extends Error {
  override readonly name = "NetworkFailure";
}

/** `away`: unavailable. `busy`: too many others waited, every time. `error`: an action threw. Others: by a guard. */
type FormFailure = "noAnswer" | "away" | "busy" | "error" | "tooLarge" | RefusedByGuard;

type RefusedByGuard = KeptForm["reason"];

/** Request header of a page whose script keeps a form that a guard refuses. */
export const keepsFormHeader = "X-Keeps-Form";

/** The header's value until a guard has refused the form; then the account that wrote it. */
export const keepsForm = "1";

export interface FailedForm {
  path: string;
  failure: FormFailure;
}

/** Repeats of a request that was refused before it began: about half a minute. */
const maxResends = 8;

/** Called with undefined when the next form is sent. */
type Listener = (failed: FailedForm | undefined) => void;

const listeners = new Set<Listener>();

function notify(failed: FailedForm | undefined): void {
  for (const listener of listeners) listener(failed);
}

/** Forms that fail without a result of their action. Returns a function that stops listening. */
export function onNetworkFailure(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Between attempts to load a page's data again after a failed form. */
const reloadMs = 3_000;

const dataType = "text/x-script";

/** Beginning of a thrown error in turbo-stream's encoding: an action may return a result with any status. */
const errorResult = '[{"_1":2},"error",';

/** An action's result null in turbo-stream's encoding. From status 400 on Remix keeps the page without reloading. */
const nullResult = '[{"_1":-5},"data"]\n';

/**
 * Guards the requests of Remix's pages. A navigation that fails on the network throws `NetworkFailure`; a failed form,
 * also one whose action throws, is answered by null and notified, as an error page would replace what was typed. A
 * request that was refused before anything of it ran is sent again. After a fetcher's form Remix loads the page's data
 * again, whatever the status: that request waits until the server answers and the person is signed in, as its failure
 * would replace the page. Other requests are unchanged.
 */
export function guardFetch(
  fetch: typeof window.fetch,
  location: Pick<Location, "origin" | "pathname">,
): typeof window.fetch {
  let hasFormFailed = false;
  /** Author of this page's form that a guard refused, until it is accepted. */
  let author: { page: string; path: string; account: string } | undefined;
  return async (input, init) => {
    const { origin } = location;
    const url = readUrl(input, origin);
    if (url.origin !== origin || !url.pathname.endsWith(".data")) return fetch(input, init);
    const isForm = init?.method !== undefined && init.method !== "GET";
    const isReload = !isForm && hasFormFailed && formPath(url) === location.pathname;
    hasFormFailed = false;
    if (isForm) notify(undefined);
    if (author?.page !== location.pathname) author = undefined;
    const path = formPath(url);
    const account = isReload || author?.path === path ? author?.account : undefined;
    const sent = isForm || isReload ? withKeepsForm(init, account) : init;
    const send = async () => {
      const answer = await fetchWhole(() => sendUntilBegun(() => fetch(input, sent), init?.signal));
      if (sent === init || !(answer instanceof Response)) return answer;
      const thrown = await readThrown(answer);
      if (isForm && thrown?.account) author = { page: location.pathname, path, account: thrown.account };
      return thrown?.failure ?? answer;
    };
    let answer = await send();
    while (isReload && typeof answer === "string" && !init?.signal?.aborted) {
      await wait(reloadMs, init?.signal);
      answer = await send();
    }
    if (answer instanceof Response) {
      if (isForm) author = undefined;
      return answer;
    }
    init?.signal?.throwIfAborted();
    if (!isForm) throw new NetworkFailure(`no answer from ${url.pathname}`);
    hasFormFailed = true;
    notify({ path, failure: answer });
    return new Response(nullResult, { status: 503, headers: { "Content-Type": dataType } });
  };
}

function withKeepsForm(init: RequestInit | undefined, account = keepsForm): RequestInit {
  const headers = new Headers(init?.headers);
  headers.set(keepsFormHeader, account);
  return { ...init, headers };
}

function readUrl(input: RequestInfo | URL, origin: string): URL {
  return new URL(input instanceof Request ? input.url : input, origin);
}

/** Undoes Remix' `singleFetchUrl`. */
function formPath({ pathname }: URL): string {
  return pathname === "/_root.data" ? "/" : pathname.slice(0, -".data".length);
}

/** The answer once all of it has arrived; the failure where it did not, or where it is not Remix's own. */
async function fetchWhole(send: () => Promise<Response>): Promise<Response | FormFailure> {
  try {
    const response = await send();
    if (isNotBegun(response)) return "busy";
    if (!response.headers.get("Content-Type")?.startsWith(dataType))
      return response.status === 503 ? "away" : "noAnswer";
    return new Response(await response.arrayBuffer(), response);
  } catch {
    return "noAnswer";
  }
}

/** An error of the server, of a guard or for the form's size; undefined for others. */
async function readThrown(
  response: Response,
): Promise<{ failure: FormFailure; account?: string | undefined } | undefined> {
  const { status } = response;
  if (status === 401) {
    const text = await response.text();
    const reasons: RefusedByGuard[] = ["secondFactor", "otherAccount"];
    const failure = reasons.find((reason) => text.includes(`"${reason}"`)) ?? "signedOut";
    return { failure, account: /"account","([\w-]+)"/.exec(text)?.[1] };
  }
  if (status < 500 && status !== 413) return undefined;
  if (!(await response.clone().text()).startsWith(errorResult)) return undefined;
  return { failure: status === 413 ? "tooLarge" : "error" };
}

function isNotBegun({ status, headers }: Response): boolean {
  return status === 503 && headers.has(notBegunHeader);
}

async function sendUntilBegun(
  send: () => Promise<Response>,
  signal: AbortSignal | null | undefined,
): Promise<Response> {
  for (let resends = 0; ; resends += 1) {
    const response = await send();
    if (!isNotBegun(response) || resends === maxResends) return response;
    await wait(Number(response.headers.get(notBegunHeader)), signal);
  }
}

function wait(milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}

/** To be checked before a revalidation that nobody asked for: its failure replaces the page with an error. */
export async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch("/healthcheck", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
