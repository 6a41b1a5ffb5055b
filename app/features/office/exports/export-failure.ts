import type { MessageKey } from "~/i18n/message-key";

/**
 * Returns the message of a failed export by its status, whatever the answer's own text: a proxy may have written that.
 */
export function exportFailure(status: number): MessageKey {
  if (status === 429) return "people.exportBusy";
  return status === 409 ? "people.exportTooMany" : "people.exportFailed";
}
