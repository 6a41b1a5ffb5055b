import type { DetailedError, Upload, UploadOptions } from "tus-js-client";
import type { MessageKey } from "~/i18n/message-key";
import { decideSetback, decideStreamSetback, isReadable, type UploadSetback } from "./transfer-rules";
import { uploadChunkBytes, uploadPath } from "./upload-limits";

export type TransferState =
  /** `checking`: the streaming service is asked whether it has all; `sent`: it is complete. */
  | { phase: "sending" | "paused" | "checking" | "sent" }
  /** Continues by itself, when the network is back or after a pause. */
  | { phase: "waiting"; cause: "offline" | "busy" }
  /** Continues once the creator has acted and pressed Continue. */
  | { phase: "asking"; message: MessageKey }
  | { phase: "ended"; message: MessageKey; reason?: MessageKey };

interface TransferNeeds {
  file: File;
  uploadId: string;
  /** The upload address at the streaming service, if the file does not go to our own server. */
  sendTo?: string | undefined;
  Upload: new (file: File, options: UploadOptions) => Pick<Upload, "start" | "abort">;
  onState(state: TransferState): void;
  /** `sent`: bytes received by the server or on their way. */
  onProgress(sent: number): void;
}

/** In milliseconds, doubled from the first to the maximum. */
const firstWaitMs = 1_000;
const maxWaitMs = 30_000;

/** In milliseconds: a connection without progress for so long counts as lost. */
const silenceMs = 120_000;

/** "Incomplete" answers after which the offset is requested again; the streaming service may only be slow. */
const maxUnfinishedAnswers = 5;

/** The server decides the offset to resume from, and publishes with the last byte if the creator wants that. */
export class FileTransfer {
  private upload: Pick<Upload, "start" | "abort"> | undefined;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private over = false;
  private whole = false;
  private unfinished = 0;
  private expired = false;

  constructor(private readonly needs: TransferNeeds) {
    globalThis.addEventListener?.("online", this.onOnline);
  }

  /** Starts, or resumes after a pause, a question or a wait. */
  go(): void {
    if (this.over) return;
    this.stop();
    if (this.whole) void this.report();
    else this.send();
  }

  pause(): void {
    if (this.over) return;
    this.stop();
    this.needs.onState({ phase: "paused" });
  }

  /** What the server has stays there. */
  end(): void {
    this.over = true;
    this.stop();
    globalThis.removeEventListener?.("online", this.onOnline);
  }

  private readonly onOnline = () => {
    if (this.timer !== undefined && this.upload === undefined) this.go();
  };

  private stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { upload } = this;
    this.upload = undefined;
    void upload?.abort();
  }

  private send(): void {
    const { file, uploadId, sendTo, Upload } = this.needs;
    const ours = () => this.upload === upload;
    const upload = new Upload(file, {
      uploadUrl: sendTo ?? uploadPath(uploadId),
      chunkSize: uploadChunkBytes,
      // Its own tries give up after a few, and when the browser says it is offline.
      retryDelays: null,
      storeFingerprintForResuming: false,
      fingerprint: async () => "",
      onProgress: (sent) => {
        if (!ours()) return;
        this.watch();
        this.needs.onProgress(sent);
      },
      onChunkComplete: () => {
        this.tries = 0;
      },
      onSuccess: () => {
        if (!ours()) return;
        this.stop();
        this.whole = true;
        void this.report();
      },
      onError: (error) => {
        if (ours()) void this.handleError(error);
      },
    });
    this.upload = upload;
    this.needs.onState({ phase: "sending" });
    this.watch();
    upload.start();
  }

  private watch(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.wait("offline"), silenceMs);
  }

  private async handleError(error: Error | DetailedError): Promise<void> {
    // Read before the abort: an aborted XMLHttpRequest forgets its response (xhr.spec.whatwg.org, abort()).
    const answer = "originalResponse" in error ? error.originalResponse : null;
    const status = answer?.getStatus() ?? 0;
    const text = answer?.getBody();
    this.stop();
    if (status === 0 && !(await isReadable(this.needs.file))) {
      this.finish({ phase: "ended", message: "uploads.fileChanged" });
      return;
    }
    if (!this.needs.sendTo) return this.follow(decideSetback(status, text));
    const setback = decideStreamSetback(status);
    if (setback.next === "retry") return this.follow(setback);
    this.expired = true;
    await this.report();
  }

  private follow(setback: UploadSetback): void {
    if (this.over) return;
    if (setback.next === "retry") this.wait(setback.cause);
    else if (setback.next === "ask") this.needs.onState({ phase: "asking", message: setback.message });
    else this.finish({ phase: "ended", message: setback.message, reason: setback.reason });
  }

  private wait(cause: "offline" | "busy"): void {
    this.stop();
    this.needs.onState({ phase: "waiting", cause });
    const delay = Math.min(firstWaitMs * 2 ** this.tries, maxWaitMs);
    this.tries += 1;
    this.timer = setTimeout(() => this.go(), delay * (0.75 + Math.random() / 2));
  }

  private async report(): Promise<void> {
    if (!this.needs.sendTo) return this.finish({ phase: "sent" });
    this.needs.onState({ phase: "checking" });
    const answer = await reportSent(this.needs.uploadId);
    if (this.over) return;
    if (answer.status === 200) this.finish({ phase: "sent" });
    else if (answer.status === 409) await this.goOnUnfinished();
    else this.follow(decideSetback(answer.status, answer.text));
  }

  /** The streaming service may only be slow to notice the last chunk. */
  private async goOnUnfinished(): Promise<void> {
    if (this.expired) {
      this.finish({ phase: "ended", message: "uploads.lapsed" });
      return;
    }
    this.unfinished += 1;
    if (this.unfinished % maxUnfinishedAnswers === 0) this.whole = false;
    this.wait("busy");
  }

  private finish(state: TransferState): void {
    if (this.over) return;
    this.end();
    this.needs.onState(state);
  }
}

/** Status 0 is a network failure. A redirect leads to the login, so it counts as 401. */
async function reportSent(uploadId: string): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetch(uploadPath(uploadId), {
      method: "POST",
      body: new URLSearchParams({ intent: "publish" }),
      redirect: "manual",
      signal: AbortSignal.timeout(silenceMs),
    });
    if (answer.type === "opaqueredirect") return { status: 401, text: "" };
    return { status: answer.status, text: await answer.text() };
  } catch {
    return { status: 0, text: "" };
  }
}
