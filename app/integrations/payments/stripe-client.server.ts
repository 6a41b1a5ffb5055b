import Stripe from "stripe";
import { limitedSignal, remainingMs } from "../request-deadline";

export interface StripeClientOptions {
  secretKey: string;
  /** An origin such as `http://127.0.0.1:4242`; without it, Stripe itself. */
  apiUrl?: string | undefined;
  /** For one attempt, from the connection to the last byte. */
  timeoutMs: number;
  /** Retries of a failed attempt, half a second or more apart. */
  maxNetworkRetries: number;
}

/**
 * Returns the official SDK at its own API version. With fetch the timeout covers the whole response; in the SDK's
 * default client every byte restarts it. Without telemetry.
 * @throws Error for an `apiUrl` that is not a bare http or https origin
 */
export function createStripeClient({
  secretKey,
  apiUrl,
  timeoutMs,
  maxNetworkRetries,
}: StripeClientOptions): Stripe {
  return new Stripe(secretKey, {
    ...(apiUrl === undefined ? {} : parseOrigin(apiUrl)),
    timeout: timeoutMs,
    maxNetworkRetries,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(fetchInTime as typeof fetch),
  });
}

/** As fetch, but fails as a timeout when the current request has no time left, and so do the SDK's retries. */
export async function fetchInTime(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  if (remainingMs() === Number.POSITIVE_INFINITY) return fetch(input, init);
  const overdue = limitedSignal(remainingMs());
  try {
    overdue.throwIfAborted();
    return await fetch(input, {
      ...init,
      signal: init.signal ? AbortSignal.any([init.signal, overdue]) : overdue,
    });
  } catch (error) {
    if (!overdue.aborted) throw error;
    throw Object.assign(new TypeError("no time left for the request", { cause: error }), {
      code: "ETIMEDOUT",
    });
  }
}

function parseOrigin(apiUrl: string): { protocol: "http" | "https"; host: string; port: string } {
  const url = URL.canParse(apiUrl) ? new URL(apiUrl) : undefined;
  const protocol = url?.protocol === "http:" ? "http" : url?.protocol === "https:" ? "https" : undefined;
  if (!url || !protocol || url.href !== `${url.origin}/`) {
    throw new Error(`The payment API URL must be an http or https origin without a path, not "${apiUrl}"`);
  }
  return { protocol, host: url.hostname, port: url.port || (protocol === "http" ? "80" : "443") };
}
