import type { AppLoadContext } from "@remix-run/node";

/** Connection and shutdown codes of Node and PostgreSQL (appendix A: class 08, 53, 57P). */
const codes = /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENOTFOUND|08\w{3}|53\w{3}|57P0[123])$/;
const messages =
  /timeout exceeded when trying to connect|Connection terminated|statement timeout|is not queryable$/i;
const names = new Set(["PaymentsUnavailable", "StorageError", "StreamingError"]);

/** Whether an error says that a service we stand on is away, rather than that we are wrong: answered 503, not 500. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (names.has(error.name) || messages.test(error.message)) return true;
  if (typeof code === "string" && codes.test(code)) return true;
  return error instanceof AggregateError ? error.errors.some(isOutage) : isOutage(error.cause);
}

/** What an answer in an outage names as Retry-After. */
export const retryAfterSeconds = 5;

const struck = new WeakSet<AppLoadContext>();

export function noteOutage(context: AppLoadContext): void {
  struck.add(context);
}

export function sawOutage(context: AppLoadContext): boolean {
  return struck.has(context);
}
