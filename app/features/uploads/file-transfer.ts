import type { DetailedError, Upload, UploadOptions } from "tus-js-client";
import type { MessageKey } from "~/i18n/message-key";
import { isReadable } from "./file-fingerprint";
import { uploadChunkBytes, uploadPath } from "./resumable-rules";
import { decideSetback, decideStreamSetback, type UploadSetback } from "./upload-response";

/** How a file is doing on its way. */
export type TransferState =
  | { phase: "sending" | "paused" | "publishing" | "published" }
  /** It goes on by itself, when the line is back or after a while. */
  | { phase: "waiting"; cause: "offline" | "busy" }
  /** It goes on when the person has done something and says so. */
  | { phase: "asking"; message: MessageKey }
  | { phase: "ended"; message: MessageKey; reason?: MessageKey };

export interface TransferNeeds {
  file: File;
  uploadId: string;
  /** Where the bytes go, when that is the streaming service and not our own server. */
  sendTo?: string | undefined;
  /** tus-js-client's own. */
  Upload: new (
    file: File,
    options: UploadOptions,
  ) => Pick<Upload, "start" | "abort">;
  onState(state: TransferState): void;
  /** Bytes that the server has, or that are on their way to it. */
  onProgress(sent: number): void;
}

/** Between two tries, in milliseconds: doubled each time, from the first to the last. */
const firstWaitMs = 1_000;
const longestWaitMs = 30_000;

/** A line on which nothing moves for so long is lost, in milliseconds, though nobody said so. */
const silenceMs = 120_000;

/** So often the streaming service may say that it has no whole file yet, before it is asked what it does have. */
const mostUnfinished = 5;

/**
 * Sends one file to its upload and has it published, over as many connections as it takes. Where it goes on from, only
 * the server says.
 */
export class FileTransfer {
  private upload: Pick<Upload, "start" | "abort"> | undefined;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private over = false;
  private whole = false;
  /** How often the file was whole by the service's word, and then not. */
  private unfinished = 0;
  /** The service takes no more of this upload. */
  private lapsed = false;

  constructor(private readonly needs: TransferNeeds) {
    globalThis.addEventListener?.("online", this.lineIsBack);
  }

  /** Begins, or goes on after a pause, a question or a wait. */
  go(): void {
    if (this.over) return;
    this.stop();
    if (this.whole) void this.publish();
    else this.send();
  }

  pause(): void {
    if (this.over) return;
    this.stop();
    this.needs.onState({ phase: "paused" });
  }

  /** Sends nothing more and forgets the file; what the server has stays there. */
  end(): void {
    this.over = true;
    this.stop();
    globalThis.removeEventListener?.("online", this.lineIsBack);
  }

  private readonly lineIsBack = () => {
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
        void this.publish();
      },
      onError: (error) => {
        if (ours()) void this.setBack(error);
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

  private async setBack(error: Error | DetailedError): Promise<void> {
    // Read before it is stopped: a stopped XMLHttpRequest forgets its answer (xhr.spec.whatwg.org, abort()).
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
    this.lapsed = true;
    await this.publish();
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
    const delay = Math.min(firstWaitMs * 2 ** this.tries, longestWaitMs);
    this.tries += 1;
    this.timer = setTimeout(() => this.go(), delay * (0.75 + Math.random() / 2));
  }

  /** Asks until there is an answer: the last bytes may have published it already, and their answer got lost. */
  private async publish(): Promise<void> {
    this.needs.onState({ phase: "publishing" });
    const answer = await askToPublish(this.needs.uploadId);
    if (this.over) return;
    if (answer.status === 200) this.finish({ phase: "published" });
    else if (answer.status === 409) await this.goOnUnfinished();
    else this.follow(decideSetback(answer.status, answer.text));
  }

  /** The server has no whole file. The streaming service may only be slow to notice that it has. */
  private async goOnUnfinished(): Promise<void> {
    const { sendTo, uploadId } = this.needs;
    if (this.lapsed) {
      await dropTransfer(uploadId);
      this.finish({ phase: "ended", message: "uploads.lapsed" });
      return;
    }
    this.unfinished += 1;
    if (!sendTo || this.unfinished % mostUnfinished === 0) this.whole = false;
    this.wait("busy");
  }

  private finish(state: TransferState): void {
    if (this.over) return;
    this.end();
    this.needs.onState(state);
  }
}

/** Gives the status, 0 for no answer; a redirect leads to the login, so it counts as 401. */
async function askToPublish(uploadId: string): Promise<{ status: number; text: string }> {
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

/** Drops an upload on the server. Gives whether it is gone; it may just have been published, or out of reach. */
export async function dropTransfer(uploadId: string): Promise<"dropped" | "published" | "unreached"> {
  try {
    const { status } = await fetch(uploadPath(uploadId), {
      method: "DELETE",
      headers: { "Tus-Resumable": "1.0.0" },
    });
    if (status === 204 || status === 404 || status === 410) return "dropped";
    return status === 409 ? "published" : "unreached";
  } catch {
    return "unreached";
  }
}
