import { z } from "zod";
import { limitedSignal } from "../request-deadline";
import { StreamingError } from "./streaming";

interface CloudflareClientOptions {
  /** With its path, such as `https://api.cloudflare.com/client/v4`. */
  apiUrl: string;
  accountId: string;
  apiToken: string;
  /** In milliseconds, for one call from the connection to the last byte. */
  timeoutMs: number;
}

interface Call {
  method: "GET" | "POST" | "DELETE";
  /** Below `/accounts/<account>/stream`, such as `/<uid>/downloads`. */
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** In milliseconds, instead of `timeoutMs`, if shorter. */
  limitMs?: number;
  /** What the call does, for messages. */
  doing: string;
}

export interface CloudflareClient {
  /** Returns any answer, also an error status. @throws StreamingError where there is none */
  call(call: Call): Promise<CloudflareAnswer>;
  /** Returns the `result` of a successful answer, parsed. @throws StreamingError for any other */
  ask<T>(call: Call, shape: z.ZodType<T>): Promise<T>;
}

/** Stream's part of Cloudflare's API. Does not retry. */
export function createCloudflareClient(options: CloudflareClientOptions): CloudflareClient {
  const { apiUrl, accountId, apiToken, timeoutMs } = options;

  async function call({ method, path, headers, body, limitMs, doing }: Call): Promise<CloudflareAnswer> {
    const json = body === undefined ? undefined : JSON.stringify(body);
    try {
      const answer = await fetch(`${apiUrl.replace(/\/$/, "")}/accounts/${accountId}/stream${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${apiToken}`,
          ...(json === undefined ? {} : { "Content-Type": "application/json" }),
          ...headers,
        },
        body: json ?? null,
        // The token goes to no other host.
        redirect: "manual",
        signal: limitedSignal(Math.min(timeoutMs, limitMs ?? timeoutMs)),
      });
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    } catch (failure) {
      throw toUnreachable(doing, failure);
    }
  }

  return {
    call,
    ask: async (asked, shape) => readResult(asked.doing, await call(asked), shape),
  };
}

/** Returns the `result` of a successful answer, parsed. @throws StreamingError for any other */
export function readResult<T>(doing: string, answer: CloudflareAnswer, shape: z.ZodType<T>): T {
  if (!isSuccess(answer)) throw toRefusal(doing, answer);
  try {
    const { result } = JSON.parse(answer.text) as { result?: unknown };
    return shape.parse(result);
  } catch (failure) {
    throw toUnreadable(doing, failure);
  }
}

export function isSuccess({ status }: CloudflareAnswer): boolean {
  return status >= 200 && status < 300;
}

/**
 * Every answer of Cloudflare's API has this form:
 * https://developers.cloudflare.com/fundamentals/api/how-to/make-api-calls/
 */
const refusal = z.object({
  errors: z.array(z.object({ code: z.number().optional(), message: z.string() })).min(1),
});

interface CloudflareAnswer {
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
