import { useFetcher } from "@remix-run/react";
import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import { useText } from "~/i18n/use-locale";
import type { ActionResult } from "~/platform/forms/forms.server";
import { useToasts } from "~/ui/toasts/toasts";
import type { NotesView } from "./note-view";

export interface NotesAnswer {
  done: true;
  what: "added" | "saved" | "deleted";
  shown: NotesView;
}

export const inPlaceField = "place";

/** Translated. `noteId`: empty for a new note. */
export interface NoteProblem {
  noteId: string;
  errors: Partial<Record<"text" | "second" | "form", string>>;
  typed: Partial<Record<string, string>>;
}

/** Sends forms in place, so that a video plays on. `sent`: how many succeeded; as a key it empties the forms. */
export function useNotes(loaded: NotesView) {
  const fetcher = useFetcher<NotesAnswer | Extract<ActionResult, { done: false }> | null>();
  const t = useText();
  const { add } = useToasts();
  const { data, state } = fetcher;
  const [sent, setSent] = useState(0);
  const [newest, setNewest] = useState<NotesView>();
  const lastId = useRef("");
  useEffect(() => {
    if (!data?.done) return;
    setSent((before) => before + 1);
    setNewest(data.shown);
    add({ tone: "success", title: t(`notes.done.${data.what}`) });
  }, [data, add, t]);
  const problem = useMemo((): NoteProblem | undefined => {
    if (data === null) return { noteId: lastId.current, errors: { form: t("notes.unsent") }, typed: {} };
    if (data?.done !== false) return undefined;
    const { errors, values, gaps } = data.problem;
    return {
      noteId: values.noteId ?? "",
      errors: Object.fromEntries(Object.entries(errors).map(([field, key]) => [field, t(key, gaps ?? {})])),
      typed: values,
    };
  }, [data, t]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form, (event.nativeEvent as SubmitEvent).submitter);
    fields.set(inPlaceField, "here");
    lastId.current = String(fields.get("noteId") ?? "");
    const plain = Object.fromEntries([...fields].map(([name, value]) => [name, String(value)]));
    fetcher.submit(plain, { method: "post", action: form.getAttribute("action") ?? "" });
  };
  return { shown: newest ?? loaded, sent, problem, isSending: state !== "idle", onSubmit };
}
