import { type RefObject, useEffect, useRef, useState } from "react";
import { AutoSaver, type SaveAnswer, type SaveState } from "./auto-saver";
import { readTypedFields, type TypedFields } from "./typed-fields";

/** Bytes of a request that outlives its page; browsers allow 64 KiB (fetch.spec.whatwg.org, keepalive). */
const outlivingBytes = 60_000;

/** Reads the text fields of a form, and which picture is the cover. */
export function readForm(form: HTMLFormElement): TypedFields {
  const fields = Object.fromEntries(
    [...new FormData(form)].filter((field): field is [string, string] => typeof field[1] === "string"),
  );
  return { ...readTypedFields(fields), ...(fields.cover ? { cover: fields.cover } : {}) };
}

/**
 * Saves an unpublished video while its form is filled in; with `first` undefined it saves nothing. Returns how the last
 * save went, the revision that the form shows, and the saver's own commands.
 */
export function useAutoSave(
  form: RefObject<HTMLFormElement>,
  videoId: string,
  first: { revision: number; fields: TypedFields } | undefined,
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
    const made = new AutoSaver({
      saved,
      read: () => readForm(place),
      send: (fields, known) => save(videoId, fields, known),
      onState: (next, now) => {
        if (isGone) return;
        setState(next);
        setRevision(now);
      },
    });
    saver.current = made;
    const note = () => made.note();
    const flush = () => made.flush();
    // What was typed before scripts ran, or sent with an error.
    note();
    place.addEventListener("input", note);
    window.addEventListener("pagehide", flush);
    window.addEventListener("online", flush);
    document.addEventListener("visibilitychange", flush);
    return () => {
      isGone = true;
      made.flush();
      void made.stop();
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
