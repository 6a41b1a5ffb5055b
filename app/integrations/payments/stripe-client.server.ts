import Stripe from "stripe";
import { z } from "zod";
import { isStorable, toStorable } from "~/integrations/storable-text";
import { limitedSignal, remainingMs } from "../request-deadline";
import type { PaymentMethod } from "./payments";

interface StripeClientOptions {
  secretKey: string;
  /** An origin such as `http://127.0.0.1:4242`; default: Stripe. */
  apiUrl?: string | undefined;
  /** Per attempt, from the connection to the last byte. */
  timeoutMs: number;
  /** Half a second or more apart. */
  maxNetworkRetries: number;
}

/** With fetch the timeout covers the whole response; in the SDK's default client every byte restarts it. */
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

/** Fails as a timeout when the current request has no time left, and so do the SDK's retries. */
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

/** At most 255 characters (https://docs.stripe.com/upgrades#what-changes-does-stripe-consider-to-be-backward-compatible). */
export const idText = z.string().min(1).max(255).refine(isStorable);

/** For people, with storable characters. */
export const freeText = z.string().transform(toStorable);

/** The database's integer. */
export const cents = z.number().int().min(0).max(2_147_483_647);

/** Seconds since 1970, to the end of the year 9999. */
export const seconds = z.number().int().min(0).max(253_402_300_799);

/** An id alone, inside the expanded object, or null: https://docs.stripe.com/api/expanding_objects */
export const stripeId = z
  .union([idText, z.object({ id: idText }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? undefined);

const METHODS: Record<string, PaymentMethod> = { card: "card", pix: "pix", boleto: "boleto" };

/** `other`: not offered. */
export function toPaymentMethod(type: string | undefined): PaymentMethod {
  return (type !== undefined && Object.hasOwn(METHODS, type) && METHODS[type]) || "other";
}

const uuid = z.uuid();

/** Undefined if not a UUID: another shop on the account may use the same key. */
export function readSaleId(metadata: Record<string, string> | null | undefined): string | undefined {
  const parsed = uuid.safeParse(metadata?.sale_id);
  return parsed.success ? parsed.data : undefined;
}
