import { type DraftFields, isSameDraft, isWorthKeeping } from "./draft-fields";

/** `revision` of a changed draft: the one that is saved. */
export type SavedDraft =
  | { ok: true; revision: number }
  | { ok: false; error: "gone" | "empty" | "tooLong" | "tooMany" }
  | { ok: false; error: "changed"; revision: number };

/** `revision`: of the draft if the request made it. */
export type MadeDraft = { ok: true; revision?: number } | { ok: false; error: "gone" | "tooMany" };

/** `unreached`: no answer, or the server could not save now. `signIn`: the session has ended. */
export type DraftAnswer = SavedDraft | { ok: false; error: "unreached" | "signIn" };

export type DraftState =
  | { phase: "untouched" | "saving" }
  | { phase: "saved"; at: Date }
  | { phase: "failed"; error: Exclude<DraftAnswer, { ok: true }>["error"] };

interface DraftSaverNeeds {
  draft: { id: string; revision: number; fields: DraftFields };
  /** Reads what is typed. */
  read(): DraftFields;
  send(fields: DraftFields, draft: { id: string; revision: number }): Promise<DraftAnswer>;
  onState(state: DraftState, revision: number): void;
  now?: () => Date;
}

/** In milliseconds: the pause in typing after which a draft is saved, and pauses between retries, doubled each time. */
const typingPauseMs = 1_500;
const firstRetryMs = 4_000;
const maxRetryMs = 60_000;

/** Saves a draft while it is typed: one request at a time, the newest text last. */
export class DraftSaver {
  private saved: DraftFields;
  private revision: number;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private sending: Promise<void> | undefined;
  private retryMs = firstRetryMs;
  /** Nothing is sent by itself any more: the draft is published, gone or was changed elsewhere. */
  private stopped = false;
  private state: DraftState = { phase: "untouched" };

  constructor(private readonly needs: DraftSaverNeeds) {
    this.saved = needs.draft.fields;
    this.revision = needs.draft.revision;
  }

  /** Called whenever something may have been typed. */
  note(): void {
    if (this.stopped || !this.isDirty()) return;
    this.schedule(typingPauseMs);
  }

  /** Saves at once if something is unsaved, such as when the page is about to go. */
  flush(): void {
    if (this.stopped || !this.isDirty()) return;
    void this.save();
  }

  /** Saves because somebody asked for it, over what was saved elsewhere if that was shown. */
  async saveNow(): Promise<void> {
    this.stopped = false;
    await this.idle();
    await this.save();
  }

  /**
   * Sends another request that may make the draft, and no save meanwhile. Adopts the `revision` that it returns if it
   * made the draft.
   */
  async sendBetween<Answer extends { ok: boolean; revision?: number }>(
    request: (revision: number) => Promise<Answer>,
  ): Promise<Answer> {
    await this.idle();
    const answer = request(this.revision);
    const adopt = ({ revision }: { revision?: number }) => {
      if (revision === undefined) return;
      this.revision = revision;
      this.report(this.state);
    };
    this.sending = answer.then(adopt, () => undefined);
    await this.sending;
    this.sending = undefined;
    this.note();
    return answer;
  }

  /** Stops, and waits for a request on its way. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.idle();
  }

  /** Goes on after a stop: the form was not published. */
  resume(): void {
    this.stopped = false;
    this.note();
  }

  isDirty(): boolean {
    const typed = this.needs.read();
    // A draft that was emptied is kept as it was: deleting it is another button.
    return isWorthKeeping(typed) && !isSameDraft(typed, this.saved);
  }

  private async idle(): Promise<void> {
    while (this.sending) await this.sending;
  }

  private report(state: DraftState): void {
    this.state = state;
    this.needs.onState(state, this.revision);
  }

  private schedule(delayMs: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), delayMs);
  }

  private async save(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    // What is typed meanwhile is sent once the request has ended.
    if (this.sending) return;
    const typed = this.needs.read();
    this.sending = this.request(typed);
    await this.sending;
    this.sending = undefined;
    if (this.timer === undefined && !isSameDraft(this.needs.read(), typed)) this.note();
  }

  private async request(fields: DraftFields): Promise<void> {
    const { draft, send, now = () => new Date() } = this.needs;
    this.report({ phase: "saving" });
    const answer = await send(fields, { id: draft.id, revision: this.revision });
    if (answer.ok) {
      this.saved = fields;
      this.revision = answer.revision;
      this.retryMs = firstRetryMs;
      this.report({ phase: "saved", at: now() });
      return;
    }
    if (answer.error === "unreached") {
      if (!this.stopped) this.schedule(this.retryMs);
      this.retryMs = Math.min(this.retryMs * 2, maxRetryMs);
    } else if (answer.error !== "tooLong" && answer.error !== "empty") this.stopped = true;
    // A person who saves again has seen that it was changed elsewhere.
    if (answer.error === "changed") this.revision = answer.revision;
    this.report({ phase: "failed", error: answer.error });
  }
}
