import { type RefObject, useEffect, useRef, useState } from "react";
import { type DraftFields, readDraftFields, type ShownDraft } from "./draft-fields";
import { type DraftAnswer, DraftSaver, type DraftState } from "./draft-saver";

/** Bytes of a request that outlives its page; browsers allow 64 KiB (fetch.spec.whatwg.org, keepalive). */
const outlivingBytes = 60_000;

/**
 * Saves the form as a draft while it is typed. From the first save on, the address names the draft, so that a reload
 * opens it.
 */
export function useDraft(form: RefObject<HTMLFormElement>, first: ShownDraft) {
  // A page that loads its data again keeps its draft.
  const [draft] = useState(first);
  const [state, setState] = useState<DraftState>({ phase: "untouched" });
  const [revision, setRevision] = useState(draft.revision);
  const saver = useRef<DraftSaver>();

  useEffect(() => {
    // React empties the reference before it cleans up: what was typed last is read from the form itself.
    const place = form.current;
    let isGone = false;
    const read = (): DraftFields => {
      const data = place ? [...new FormData(place)] : [];
      return readDraftFields(Object.fromEntries(data.filter(isText)));
    };
    const made = new DraftSaver({
      draft,
      read,
      send: sendDraft,
      onState: (next, now) => {
        if (isGone) return;
        setState(next);
        setRevision(now);
        if (next.phase === "saved") nameInAddress(draft.id);
      },
    });
    saver.current = made;
    const note = () => made.note();
    // What was typed before scripts ran, or sent with an error.
    note();
    const flush = () => made.flush();
    place?.addEventListener("input", note);
    place?.addEventListener("change", note);
    window.addEventListener("pagehide", flush);
    window.addEventListener("online", flush);
    document.addEventListener("visibilitychange", flush);
    return () => {
      isGone = true;
      made.flush();
      void made.stop();
      place?.removeEventListener("input", note);
      place?.removeEventListener("change", note);
      window.removeEventListener("pagehide", flush);
      window.removeEventListener("online", flush);
      document.removeEventListener("visibilitychange", flush);
    };
  }, [form, draft]);

  return {
    id: draft.id,
    revision,
    state,
    sendBetween: <Answer extends { ok: boolean; revision?: number }>(
      request: (revision: number) => Promise<Answer>,
    ) => saver.current?.sendBetween(request) ?? request(draft.revision),
    nameAddress: () => nameInAddress(draft.id),
    note: () => saver.current?.note(),
    saveNow: () => saver.current?.saveNow(),
    resume: () => saver.current?.resume(),
    stop: () => saver.current?.stop(),
  };
}

function isText(field: [string, FormDataEntryValue]): field is [string, string] {
  return typeof field[1] === "string";
}

function nameInAddress(id: string): void {
  const address = new URL(window.location.href);
  if (address.pathname !== "/creator/upload" || address.searchParams.get("draft") === id) return;
  address.searchParams.set("draft", id);
  window.history.replaceState(window.history.state, "", address);
}

async function sendDraft(
  fields: DraftFields,
  { id, revision }: { id: string; revision: number },
): Promise<DraftAnswer> {
  const body = new URLSearchParams({ ...fields, intent: "save", draftRevision: String(revision) });
  try {
    const answer = await fetch(`/creator/drafts/${id}`, {
      method: "POST",
      body,
      redirect: "manual",
      keepalive: body.toString().length < outlivingBytes,
    });
    // Without a session the server redirects to the login.
    if (answer.type === "opaqueredirect") return { ok: false, error: "signIn" };
    if (answer.status === 429 || answer.status >= 500) return { ok: false, error: "unreached" };
    return (await answer.json()) as DraftAnswer;
  } catch {
    return { ok: false, error: "unreached" };
  }
}
