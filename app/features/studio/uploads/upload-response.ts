import type { MessageKey } from "~/i18n/message-key";

/** What to do when a request of an upload failed. */
export type UploadSetback =
  /** Retry later: `offline` after a network failure, `busy` when the server was unavailable. */
  | { next: "retry"; cause: "offline" | "busy" }
  /** The creator has to act first; the received bytes stay. */
  | { next: "ask"; message: MessageKey }
  /** It has ended, and nothing is left. */
  | { next: "end"; message: MessageKey; reason?: MessageKey };

/**
 * Decides what to do after an error status of the streaming service. `publish`: the address accepts nothing more, so
 * this site's server checks whether the file is complete; if it is not, this upload cannot be resumed.
 * `status`: HTTP, 0 for a network failure.
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
 * Decides what to do after an error status of our server (`serve-uploads.server.ts`).
 * `status`: HTTP, 0 for a network failure.
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
