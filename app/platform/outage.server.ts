import { setTimeout as sleep } from "node:timers/promises";
import type { AppLoadContext } from "@remix-run/node";
import type { MessageKey } from "~/i18n/message-key";
import type { Log } from "./log.server";

/** Connection and shutdown codes of Node and PostgreSQL (appendix A: 08, 53, 57P), and of a read-only server. */
const codes =
  /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENOTFOUND|08\w{3}|25006|53\w{3}|57P0[123])$/;
const databaseMessages =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|is not queryable$/i;
const names = new Set(["PaymentsUnavailable", "StorageError", "StreamingError"]);

/** Whether the database or a service is unavailable: status 503, not 500. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (names.has(error.name) || /statement timeout/i.test(error.message)) return true;
  return indicatesAway(error) || listCauses(error).some(isOutage);
}

export function isDatabaseAway(error: unknown): boolean {
  // The cause of an adapter's or fetch's error is the connection of another service.
  if (!(error instanceof Error) || names.has(error.name) || error.message === "fetch failed") return false;
  return indicatesAway(error) || listCauses(error).some(isDatabaseAway);
}

/** Of the pool, and of a server that accepts no further connections (appendix A: class 53). */
const busyMessages = /timeout exceeded when trying to connect|statement timeout/i;

/** The database works, but had no time for this request. */
export function isDatabaseBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (code === "53300" || busyMessages.test(error.message)) return true;
  return listCauses(error).some(isDatabaseBusy);
}

function indicatesAway(error: Error): boolean {
  const { code } = error as { code?: unknown };
  return databaseMessages.test(error.message) || (typeof code === "string" && codes.test(code));
}

function listCauses(error: Error): unknown[] {
  return error instanceof AggregateError ? error.errors : [error.cause];
}

/** For work that must not stay half done: longer than a failover. */
const outageMs = 60_000;

/** Retries each second of an outage. Throws its error after a minute, any other at once. */
export async function throughOutage<Value>(work: () => Promise<Value>): Promise<Value> {
  for (const end = Date.now() + outageMs; ; await sleep(1_000)) {
    try {
      return await work();
    } catch (error) {
      if (!isOutage(error) || Date.now() > end) throw error;
    }
  }
}

export const retryAfterSeconds = 5;

declare module "@remix-run/node" {
  interface AppLoadContext {
    /** On the context itself: the pages and the server are built apart, each with its own copy of this module. */
    sawOutage?: boolean;
  }
}

export function noteOutage(context: AppLoadContext): void {
  context.sawOutage = true;
}

export function sawOutage(context: AppLoadContext): boolean {
  return context.sawOutage === true;
}

/** `code`: PostgreSQL's; its message may hold data. */
type DashboardPart<Value> =
  | { ok: true; value: Value }
  | { ok: false; message: MessageKey; reason: MessageKey; code: string };

export interface PartTexts {
  message: MessageKey;
  outage: MessageKey;
  code: MessageKey;
  unexpected: MessageKey;
}

/** Never throws: a failure is logged and returned. */
export async function loadPart<Value>(
  log: Log,
  texts: PartTexts,
  load: () => Promise<Value>,
): Promise<DashboardPart<Value>> {
  try {
    return { ok: true, value: await load() };
  } catch (error) {
    const { message, unexpected } = texts;
    log.error({ err: error, part: message }, "a part of a dashboard could not be loaded");
    if (isOutage(error)) return { ok: false, message, reason: texts.outage, code: "" };
    const code = sqlState(error);
    return { ok: false, message: code ? message : unexpected, reason: texts.code, code };
  }
}

/** PostgreSQL's error code (appendix A), or "" for other errors. */
function sqlState(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : "";
}

/** The account was erased after the request began, before the database refuses what it writes. */
export class AccountErased extends Error {
  override readonly name = "AccountErased";
}

/** docs/decisions/0073. Recognised by name: the server and the pages have their own copies of the class. */
export function isAccountErased(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === "AccountErased") return true;
  return "constraint" in error && error.constraint === "account_erased";
}
