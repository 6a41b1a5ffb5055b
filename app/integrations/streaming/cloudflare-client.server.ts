import { z } from "zod";
import { limitedSignal } from "../request-deadline";
import { StreamingError } from "./streaming";

interface CloudflareClientOptions {
  /** With its path, such as `https://api.cloudflare.com/client/v4`. */
  apiUrl: string;
  accountId: string;
  apiToken: string;
  /** Per call, from the connection to the last byte. */
  timeoutMs: number;
}

interface Call {
  method: "GET" | "POST" | "DELETE";
  /** Below `/accounts/<account>/stream`. */
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** Instead of `timeoutMs`, if shorter. */
  limitMs?: number;
  doing: string;
}

export interface CloudflareClient {
  /** Also returns an error status. @throws StreamingError without a response */
  call(call: Call): Promise<CloudflareAnswer>;
  /** @throws StreamingError unless successful */
  ask<T>(call: Call, shape: z.ZodType<T>): Promise<T>;
}

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
    ask: async (options, shape) => readResult(options.doing, await call(options), shape),
  };
}

/** @throws StreamingError unless successful */
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

/** https://developers.cloudflare.com/fundamentals/api/how-to/make-api-calls/ */
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

/** With Cloudflare's own text. 429, 408 and 5xx are temporary. */
export function toRefusal(doing: string, { status, text }: CloudflareAnswer): StreamingError {
  const mayPass = status === 429 || status === 408 || status >= 500;
  const message = `${doing}: Cloudflare answered ${status} (${errorTextOf(text)})`;
  return new StreamingError(message, mayPass ? "unavailable" : "refused");
}

/** Success, but not in the documented form. */
export function toUnreadable(doing: string, cause?: unknown): StreamingError {
  return new StreamingError(`${doing}: Cloudflare's answer cannot be read`, "unavailable", { cause });
}

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
