import type { MessageKey } from "~/i18n/message-key";

/** Bytes of each end of a file in its fingerprint. */
const endBytes = 1024 * 1024;

type ChosenFile = Blob & { readonly name: string; readonly lastModified: number };

/** Fingerprints a file so that its upload can resume, quickly for any size. Rejects if the file cannot be read. */
export async function markFile(file: ChosenFile): Promise<string> {
  const facts = new TextEncoder().encode(`${file.size} ${file.lastModified}\n`);
  const ends = [file.slice(0, endBytes), file.slice(Math.max(0, file.size - endBytes))];
  const content = await new Blob([facts, ...ends]).arrayBuffer();
  // Browsers hash only for pages that came over https (or from this very machine).
  if (!globalThis.crypto.subtle) return `${file.size}-${file.lastModified}`;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A file that was changed or moved since it was chosen cannot. */
export async function isReadable(file: Blob): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

export type UploadSetback =
  /** `offline` after a network failure, `busy` when the server was unavailable. */
  | { next: "retry"; cause: "offline" | "busy" }
  | { next: "ask"; message: MessageKey }
  | { next: "end"; message: MessageKey; reason?: MessageKey };

/**
 * `publish`: the address accepts nothing more, so this site's server checks whether the file is complete. `status`:
 * HTTP, 0 for a network failure.
 */
export function decideStreamSetback(
  status: number,
): { next: "retry"; cause: "offline" | "busy" } | { next: "publish" } {
  if (status === 0) return { next: "retry", cause: "offline" };
  if (status === 408 || status === 409 || status === 423 || status === 429 || status >= 500)
    return { next: "retry", cause: "busy" };
  return { next: "publish" };
}

/** Of our server (`serve-uploads.server.ts`). `status`: HTTP, 0 for a network failure. */
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

/** In milliseconds: long enough to be smooth, short enough to follow changes. */
const windowMs = 8_000;

const minMs = 1_500;

interface Sample {
  at: number;
  bytes: number;
}

interface TransferRate {
  /** `bytes`: the total sent until `at` (milliseconds); fewer than before restarts the measurement. */
  note(at: number, bytes: number): void;
  bytesPerSecond(): number | undefined;
}

export function createTransferRate(): TransferRate {
  let samples: Sample[] = [];
  return {
    note(at, bytes) {
      const last = samples.at(-1);
      if (last && bytes < last.bytes) samples = [];
      samples.push({ at, bytes });
      // One sample older than the window is kept as its start.
      while (samples.length > 2 && (samples[1]?.at ?? at) <= at - windowMs) samples.shift();
    },
    bytesPerSecond() {
      const first = samples[0];
      const last = samples.at(-1);
      if (!first || !last || last.at - first.at < minMs) return undefined;
      return ((last.bytes - first.bytes) * 1000) / (last.at - first.at);
    },
  };
}

export function secondsLeft(bytes: number, bytesPerSecond: number | undefined): number | undefined {
  if (!bytesPerSecond || bytesPerSecond < 1) return undefined;
  return Math.ceil(bytes / bytesPerSecond);
}
