import { type RefObject, useEffect, useRef, useState } from "react";
import { isSameTyped, readTypedFields, type SavedFields, type TypedFields } from "./typed-fields";

/** Of a request that outlives its page; browsers allow 64 KiB (fetch.spec.whatwg.org, keepalive). */
const outlivingBytes = 60_000;

export function readForm(form: HTMLFormElement): TypedFields {
  const fields = Object.fromEntries(
    [...new FormData(form)].filter((field): field is [string, string] => typeof field[1] === "string"),
  );
  return { ...readTypedFields(fields), ...(fields.cover ? { cover: fields.cover } : {}) };
}

/**
 * With `first` undefined it saves nothing, and once "Publicar" is pressed (`isReleased`) not before it is taken back.
 */
export function useAutoSave(
  form: RefObject<HTMLFormElement>,
  videoId: string,
  first: { revision: number; fields: TypedFields; isReleased: boolean } | undefined,
) {
  // A page that loads its data again keeps its saver.
  const [saved] = useState(first);
  const [state, setState] = useState<SaveState>({ phase: "untouched" });
  const [revision, setRevision] = useState(first?.revision ?? 0);
  const saver = useRef<AutoSaver>();

  useEffect(() => {
    const place = form.current;
    if (!place || !saved) return;
    let isGone = false;
    const autoSaver = new AutoSaver({
      saved,
      read: () => readForm(place),
      send: (fields, known) => save(videoId, fields, known),
      onState: (next, now) => {
        if (isGone) return;
        setState(next);
        setRevision(now);
      },
    });
    saver.current = autoSaver;
    const note = () => autoSaver.note();
    const flush = () => autoSaver.flush();
    // Nothing of what is published changes any more; else, what was typed before scripts ran, or sent with an
    // error.
    if (saved.isReleased) void autoSaver.stop();
    else note();
    place.addEventListener("input", note);
    window.addEventListener("pagehide", flush);
    window.addEventListener("online", flush);
    document.addEventListener("visibilitychange", flush);
    return () => {
      isGone = true;
      autoSaver.flush();
      void autoSaver.stop();
      place.removeEventListener("input", note);
      window.removeEventListener("pagehide", flush);
      window.removeEventListener("online", flush);
      document.removeEventListener("visibilitychange", flush);
    };
  }, [form, videoId, saved]);

  const [commands] = useState(() => ({
    saveNow: () => void saver.current?.saveNow(),
    stop: async () => saver.current?.stop(),
    resume: () => saver.current?.resume(),
  }));
  return { state, revision, ...commands };
}

async function save(videoId: string, fields: TypedFields, revision: number): Promise<SaveAnswer> {
  const body = new URLSearchParams({ ...(fields as Record<string, string>), revision: String(revision) });
  try {
    const answer = await fetch(`/creator/videos/${videoId}/unpublished`, {
      method: "POST",
      body,
      redirect: "manual",
      keepalive: body.toString().length < outlivingBytes,
    });
    // Without a session the server redirects to the login.
    if (answer.type === "opaqueredirect") return { ok: false, error: "signIn" };
    if (answer.status === 429 || answer.status >= 500) return { ok: false, error: "unreached" };
    return (await answer.json()) as SaveAnswer;
  } catch {
    return { ok: false, error: "unreached" };
  }
}

/** `unreached`: network failure, or the server could not save now. `signIn`: the session has ended. */
export type SaveAnswer = SavedFields | { ok: false; error: "unreached" | "signIn" };

export type SaveState =
  | { phase: "untouched" | "saving" | "saved" }
  | { phase: "failed"; error: Exclude<SaveAnswer, { ok: true }>["error"] };

interface AutoSaverNeeds {
  saved: { revision: number; fields: TypedFields };
  read(): TypedFields;
  send(fields: TypedFields, revision: number): Promise<SaveAnswer>;
  onState(state: SaveState, revision: number): void;
}

/** In milliseconds; the pauses between retries are doubled each time. */
const typingPauseMs = 1_500;
const firstRetryMs = 4_000;
const maxRetryMs = 60_000;

/** One request at a time, the newest text last. */
export class AutoSaver {
  private saved: TypedFields;
  private revision: number;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private sending: Promise<void> | undefined;
  private retryMs = firstRetryMs;
  /** The video is published, gone or was changed elsewhere. */
  private stopped = false;

  constructor(private readonly needs: AutoSaverNeeds) {
    this.saved = needs.saved.fields;
    this.revision = needs.saved.revision;
  }

  note(): void {
    if (this.stopped || !this.isDirty()) return;
    this.report({ phase: "saving" });
    this.schedule(typingPauseMs);
  }

  flush(): void {
    if (this.stopped || !this.isDirty()) return;
    void this.save();
  }

  async saveNow(): Promise<void> {
    this.stopped = false;
    await this.idle();
    await this.save();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.idle();
  }

  resume(): void {
    this.stopped = false;
    this.note();
  }

  isDirty(): boolean {
    return !isSameTyped(this.needs.read(), this.saved);
  }

  private async idle(): Promise<void> {
    while (this.sending) await this.sending;
  }

  private report(state: SaveState): void {
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
    if (this.timer === undefined && !isSameTyped(this.needs.read(), typed)) this.note();
  }

  private async request(fields: TypedFields): Promise<void> {
    this.report({ phase: "saving" });
    const answer = await this.needs.send(fields, this.revision);
    if (answer.ok) {
      this.saved = fields;
      this.revision = answer.revision;
      this.retryMs = firstRetryMs;
      this.report({ phase: "saved" });
      return;
    }
    if (answer.error === "unreached") {
      if (!this.stopped) this.schedule(this.retryMs);
      this.retryMs = Math.min(this.retryMs * 2, maxRetryMs);
    } else if (answer.error !== "tooLong") this.stopped = true;
    // A person who saves again has seen that it was changed elsewhere.
    if (answer.error === "changed") this.revision = answer.revision;
    this.report({ phase: "failed", error: answer.error });
  }
}
