import type { MessageKey } from "~/i18n/message-key";
import type { Begun } from "./begin-upload";
import type { FileTransfer, TransferState } from "./resume-transfer";

export interface SentFile {
  name: string;
  bytes: number;
  /** Bytes received by the server or on their way. */
  sent: number;
  draftId: string;
  /** `held`: complete, in its draft. */
  state: "queued" | "sending" | "waiting" | "asking" | "held" | "failed";
  message?: MessageKey | undefined;
}

interface SeveralNeeds<Client> {
  files: readonly File[];
  /** Returns why a file is refused before it is sent. */
  check(file: File): MessageKey | undefined;
  /** Loads the code that sends files. Rejects after a network failure. */
  loadClient(): Promise<Client>;
  begin(file: File, draftId: string): Promise<Begun>;
  makeTransfer(
    client: Client,
    file: File,
    uploadId: string,
    on: { onState(state: TransferState): void; onProgress(sent: number): void },
  ): Pick<FileTransfer, "go" | "end">;
  newId(): string;
  onChange(files: readonly SentFile[]): void;
}

/** Sends several files one after another, each into a draft of its own. A refused one does not stop the others. */
export class SeveralUploads<Client = unknown> {
  readonly list: SentFile[];
  private current: Pick<FileTransfer, "go" | "end"> | undefined;
  private over = false;

  constructor(private readonly needs: SeveralNeeds<Client>) {
    this.list = needs.files.map(({ name, size }) => ({
      name,
      bytes: size,
      sent: 0,
      draftId: needs.newId(),
      state: "queued",
    }));
  }

  async run(): Promise<void> {
    for (const [index, file] of this.needs.files.entries()) {
      if (this.over) return;
      await this.send(index, file);
    }
  }

  /** Goes on after a question, such as for a new session. */
  goOn(): void {
    this.current?.go();
  }

  end(): void {
    this.over = true;
    this.current?.end();
  }

  private async send(index: number, file: File): Promise<void> {
    const wrong = this.needs.check(file);
    if (wrong) return this.note(index, { state: "failed", message: wrong });
    const { draftId } = this.list[index] ?? { draftId: "" };
    this.note(index, { state: "sending" });
    const client = await this.needs.loadClient().catch(() => undefined);
    if (!client) return this.note(index, { state: "failed", message: "uploads.notSent" });
    const begun = await this.needs.begin(file, draftId);
    if (!begun.ok) {
      const [message] = "errors" in begun ? Object.values(begun.errors) : [begun.failure.reason];
      return this.note(index, { state: "failed", message: message ?? "videos.uploadUnknown" });
    }
    if (this.over) return;
    await new Promise<void>((resolve) => {
      this.current = this.needs.makeTransfer(client, file, begun.uploadId, {
        onProgress: (sent) => this.note(index, { sent }),
        onState: (state) => {
          if (state.phase === "sent") this.note(index, { state: "held", sent: file.size });
          else if (state.phase === "ended") this.note(index, { state: "failed", message: state.message });
          else if (state.phase === "asking") this.note(index, { state: "asking", message: state.message });
          else if (state.phase === "waiting")
            this.note(index, {
              state: "waiting",
              message: state.cause === "offline" ? "uploads.offline" : "uploads.busy",
            });
          else this.note(index, { state: "sending" });
          if (state.phase === "sent" || state.phase === "ended") resolve();
        },
      });
      this.current.go();
    });
    this.current?.end();
    this.current = undefined;
  }

  /** A message belongs to the state with which it came. */
  private note(index: number, change: Partial<SentFile>): void {
    const before = this.list[index];
    if (!before) return;
    this.list[index] = { ...before, ...(change.state && { message: undefined }), ...change };
    this.needs.onChange([...this.list]);
  }
}
