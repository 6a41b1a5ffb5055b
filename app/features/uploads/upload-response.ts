import type { MessageKey } from "~/i18n/message-key";

/** What to do when a request of an upload did not go well. */
export type UploadSetback =
  /** Again, after a while: `offline` where nothing came back at all, `busy` where the server could not just now. */
  | { next: "retry"; cause: "offline" | "busy" }
  /** The person first has to do something; what came stays. */
  | { next: "ask"; message: MessageKey }
  /** It is over, and nothing is left. */
  | { next: "end"; message: MessageKey; reason?: MessageKey };

/**
 * Decides what an answer of the streaming service means, other than success. `publish`, where it takes no more, is to
 * ask our own server: the file may be whole by now, and if it is not, this upload can never go on.
 * Takes the HTTP status, 0 for no answer.
 */
export function decideStreamSetback(
  status: number,
): { next: "retry"; cause: "offline" | "busy" } | { next: "publish" } {
  if (status === 0) return { next: "retry", cause: "offline" };
  if (status === 408 || status === 409 || status === 423 || status === 429 || status >= 500)
    return { next: "retry", cause: "busy" };
  return { next: "publish" };
}

/**
 * Decides what an answer other than success means, as `serve-uploads.server.ts` gives them.
 * Takes the HTTP status, 0 for no answer, and the answer's text.
 */
export function decideSetback(status: number, text = ""): UploadSetback {
  switch (status) {
    case 0:
      return { next: "retry", cause: "offline" };
    case 401:
    case 403:
      return { next: "ask", message: "uploads.sessionEnded" };
    case 404:
    case 410:
      return { next: "end", message: "uploads.gone" };
    case 413:
      return { next: "end", message: "uploads.longerThanSaid" };
    case 422:
      return { next: "end", message: text === "videos.videoFormat" ? text : "uploads.gone" };
    case 507:
      return { next: "end", message: "videos.uploadVideoFailed", reason: "videos.reasonFull" };
  }
  if (status === 408 || status === 409 || status === 423 || status === 429 || status >= 500)
    return { next: "retry", cause: "busy" };
  return { next: "end", message: "videos.uploadUnknown" };
}
