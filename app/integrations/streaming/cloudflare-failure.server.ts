import { z } from "zod";
import { StreamingError } from "./streaming";

/**
 * Every answer of Cloudflare's API has this form:
 * https://developers.cloudflare.com/fundamentals/api/how-to/make-api-calls/
 */
const refusal = z.object({
  errors: z.array(z.object({ code: z.number().optional(), message: z.string() })).min(1),
});

export interface CloudflareAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** In characters: an error page may be long. */
const maxErrorText = 300;

/**
 * Returns the error for an unsuccessful answer, with Cloudflare's own text. 429, 408 and 5xx may pass; any other will
 * be the same next time. `doing` names the call.
 */
export function toRefusal(doing: string, { status, text }: CloudflareAnswer): StreamingError {
  const mayPass = status === 429 || status === 408 || status >= 500;
  const message = `${doing}: Cloudflare answered ${status} (${errorTextOf(text)})`;
  return new StreamingError(message, mayPass ? "unavailable" : "refused");
}

/** Cloudflare answered with success, but not in the documented form. */
export function toUnreadable(doing: string, cause?: unknown): StreamingError {
  return new StreamingError(`${doing}: Cloudflare's answer cannot be read`, "unavailable", { cause });
}

/** A network failure or a timeout. */
export function toUnreachable(doing: string, cause: unknown): StreamingError {
  return new StreamingError(`${doing}: Cloudflare cannot be reached`, "unavailable", { cause });
}

function errorTextOf(text: string): string {
  return (readErrors(text) ?? text.trim()).slice(0, maxErrorText) || "no text";
}

function readErrors(text: string): string | undefined {
  try {
    const { errors } = refusal.parse(JSON.parse(text));
    return errors.map(({ code, message }) => (code ? `${message} [${code}]` : message)).join("; ");
  } catch {
    return undefined;
  }
}
