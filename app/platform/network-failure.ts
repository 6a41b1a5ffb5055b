import type { KeptForm } from "./failures";

/**
 * Response header of a request that was refused before anything of it ran, so that sending it again is safe: the
 * milliseconds to wait before that.
 */
export const notBegunHeader = "X-Not-Begun";

/**
 * A request of a page failed on the network: nothing answered, the answer broke off, or a proxy answered in our place.
 */
export class NetworkFailure extends Error {
  override readonly name = "NetworkFailure";
}

/**
 * Why a form failed. `away`: the server, or a proxy before it, answered that it is unavailable. `busy`: the server
 * works, and refused the form every time because too many others waited. `error`: an action threw. `tooLarge`: the
 * server refused the form for its size. `signedOut`, `otherAccount`, `secondFactor`: a guard refused it (`keep-sent-form.server.ts`).
 */
type FormFailure = "noAnswer" | "away" | "busy" | "error" | "tooLarge" | RefusedByGuard;

type RefusedByGuard = KeptForm["reason"];

/** The request header of a page whose script keeps a form that a guard refuses. */
export const keepsFormHeader = "X-Keeps-Form";

/** The header's value until a guard has refused the form; then it is the account that wrote it. */
export const keepsForm = "1";

export interface FailedForm {
  /** Such as "/logout". */
  path: string;
  failure: FormFailure;
}

/** Maximum repeats of a request that the server refused before it began: about half a minute. */
const maxResends = 8;

/** Called with the form that failed, and with undefined when the next form is sent. */
type Listener = (failed: FailedForm | undefined) => void;

const listeners = new Set<Listener>();

function notify(failed: FailedForm | undefined): void {
  for (const listener of listeners) listener(failed);
}

/** Listens to forms that fail without a result of their action. Returns a function that stops it. */
export function onNetworkFailure(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Between attempts to load a page's data again after a failed form, in milliseconds. */
const reloadMs = 3_000;

/** The content type of Remix's answers to scripts. */
const dataType = "text/x-script";

/** The beginning of a thrown error in turbo-stream's encoding: an action may return a result with any status. */
const errorResult = '[{"_1":2},"error",';

/**
 * The answer to a form that failed, in turbo-stream's encoding: the action's result is null. With a status from 400
 * Remix keeps the page, and loads nothing again after a form that is not a fetcher's.
 */
const nullResult = '[{"_1":-5},"data"]\n';

/**
 * Returns `fetch` with the requests of Remix' pages guarded: a navigation that fails on the network throws
 * `NetworkFailure`, a form is answered by null, and `onNetworkFailure` is called; so is a form whose action throws, as
 * an error page would replace what was typed. A request that the server refused before anything of it ran is sent
 * again. Other requests are unchanged.
 * After a fetcher's form Remix loads the page's data again, whatever the status: after a failed one, that request waits
 * until the server answers and the person is signed in, as its failure would replace the page.
 * `location`: the page's own.
 */
export function guardFetch(
  fetch: typeof window.fetch,
  location: Pick<Location, "origin" | "pathname">,
): typeof window.fetch {
  let hasFormFailed = false;
  /** Who wrote the form of this page that a guard refused, until it is accepted. */
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

/** Returns the answer once all of it has arrived, or the failure where it did not, or where it is not Remix' own. */
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

/** Returns how an action failed that threw an error of the server or for the form's size; undefined for the others. */
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

/** Waits between attempts for as long as the server asks. */
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

/** Rejects when the signal aborts. */
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

/**
 * Returns whether the server answers and is well, asked by a browser. To be checked before a revalidation that nobody
 * asked for:
 * where it fails, the page is replaced with an error.
 */
export async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch("/healthcheck", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
