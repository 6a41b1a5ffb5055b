import type { MessageKey } from "~/i18n/message-key";
import type { Log } from "./log.server";
import { isOutage } from "./outage.server";

/**
 * A part of a dashboard or the message for its failure, with PostgreSQL's error code at most: its message may hold
 * data.
 */
export type DashboardPart<Value> =
  | { ok: true; value: Value }
  | { ok: false; message: MessageKey; reason: MessageKey; code: string };

export interface PartTexts {
  message: MessageKey;
  /** The reason when the database or a service is unavailable. */
  outage: MessageKey;
  code: MessageKey;
  unexpected: MessageKey;
}

/** Loads a part of a dashboard on its own. Never throws: a failure is logged and returned. */
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

/** Returns PostgreSQL's error code (its manual, appendix A), or "" for other errors. */
function sqlState(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : "";
}
