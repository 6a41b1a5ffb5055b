import type { MessageKey } from "~/i18n/message-key";
import type { Log } from "./log.server";
import { isOutage } from "./outage.server";

/**
 * One part of a dashboard, or the text for its failure (product.md, Messages) with a short cause: what the database said itself
 * may name what is nobody's business, and is in the log. `code` is PostgreSQL's error code, or empty.
 */
export type DashboardPart<Value> =
  | { ok: true; value: Value }
  | { ok: false; message: MessageKey; reason: MessageKey; code: string };

/** What is said of a part that could not be had. */
export interface PartTexts {
  /** What failed; told the reason. */
  message: MessageKey;
  /** The reason where something we stand on is away. */
  outage: MessageKey;
  /** Any other; told the code. */
  code: MessageKey;
  /** What is said instead of `message` where there is not even a code. */
  unexpected: MessageKey;
}

/** Loads a part of a dashboard by itself: a failure becomes a value, its cause is logged, and nothing is thrown. */
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

/** PostgreSQL's error code (its manual, appendix A), which names a kind of error and no data; empty for another's. */
function sqlState(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) ? code : "";
}
