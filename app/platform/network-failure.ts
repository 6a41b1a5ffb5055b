import { notBegunHeader } from "./not-begun-header";

/**
 * A request of a page failed on the network: nothing answered, the answer broke off, or a proxy answered in our place.
 */
export class NetworkFailure extends Error {
  override readonly name = "NetworkFailure";
}

export interface FailedForm {
  /** Such as "/logout". */
  path: string;
  /** Whether the server, or a proxy before it, answered that it is unavailable. */
  away: boolean;
  /** Whether the server works, and refused it every time because too many others waited. */
  busy?: boolean;
}

/** Maximum repeats of a request that the server refused before it began: about half a minute. */
const maxResends = 8;

/** Called with the form that failed, and with undefined when the next form is sent. */
type Listener = (failed: FailedForm | undefined) => void;

const listeners = new Set<Listener>();

function notify(failed: FailedForm | undefined): void {
  for (const listener of listeners) listener(failed);
}

/** Listens to forms that fail on the network. Returns a function that stops it. */
export function onNetworkFailure(listener: Listener): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The content type of Remix's answers to scripts. */
const dataType = "text/x-script";

/**
 * The answer to a form that failed on the network, in turbo-stream's encoding: the action's result is null. With a
 * status from 400 Remix keeps the page and loads nothing again.
 */
const nullResult = '[{"_1":-5},"data"]\n';

/**
 * Returns `fetch` with the requests of Remix' pages guarded: a navigation that fails on the network throws
 * `NetworkFailure`, a form is answered by null, and `onNetworkFailure` is called. One that the server refused before
 * anything of it ran is sent again. Other requests are unchanged.
 * `origin`: the page's own, such as "https://sabia.example".
 */
export function guardFetch(fetch: typeof window.fetch, origin: string): typeof window.fetch {
  return async (input, init) => {
    const url = readUrl(input, origin);
    if (url.origin !== origin || !url.pathname.endsWith(".data")) return fetch(input, init);
    const isForm = init?.method !== undefined && init.method !== "GET";
    if (isForm) notify(undefined);
    const answer = await fetchWhole(() => sendUntilBegun(() => fetch(input, init), init?.signal));
    if (answer instanceof Response) return answer;
    init?.signal?.throwIfAborted();
    if (!isForm) throw new NetworkFailure(`no answer from ${url.pathname}`);
    notify({ path: formPath(url), ...answer });
    return new Response(nullResult, { status: 503, headers: { "Content-Type": dataType } });
  };
}

function readUrl(input: RequestInfo | URL, origin: string): URL {
  return new URL(input instanceof Request ? input.url : input, origin);
}

/** Undoes Remix' `singleFetchUrl`. */
function formPath({ pathname }: URL): string {
  return pathname === "/_root.data" ? "/" : pathname.slice(0, -".data".length);
}

/** Returns the answer once all of it has arrived, or the failure where it did not, or where it is not Remix' own. */
async function fetchWhole(
  send: () => Promise<Response>,
): Promise<Response | Pick<FailedForm, "away" | "busy">> {
  try {
    const response = await send();
    if (isNotBegun(response)) return { away: true, busy: true };
    if (!response.headers.get("Content-Type")?.startsWith(dataType)) return { away: response.status === 503 };
    return new Response(await response.arrayBuffer(), response);
  } catch {
    return { away: false };
  }
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
