import { useFetcher } from "@remix-run/react";
import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import { useText } from "~/i18n/use-locale";
import type { ActionResult } from "~/platform/forms/forms.server";
import { useToasts } from "~/ui/toasts/toasts";
import type { DonePost, QuestionProblem, QuestionsView } from "./questions-view";

export type AnswerInPlace = { done: true; what: DonePost; shown: QuestionsView };

export interface QuestionForms {
  /** Undefined where the browser sends the form. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** The pressed button of a form that is being sent. */
  pending: { intent: string; postId: string } | undefined;
  problem: QuestionProblem | undefined;
  /** The page to which a form without script returns. */
  back: "watch" | "list" | "inbox";
}

/** The field that requests a response in place. */
export const inPlaceField = "place";

/**
 * Sends the forms in place, so that a playing video goes on. Returns the newest questions, the forms' state, and the
 * number of forms that succeeded, by which they are emptied.
 */
export function useQuestionForms(loaded: QuestionsView): {
  shown: QuestionsView;
  forms: QuestionForms;
  sent: number;
} {
  const fetcher = useFetcher<AnswerInPlace | Extract<ActionResult, { done: false }> | null>();
  const t = useText();
  const { add } = useToasts();
  const { data, state, formData } = fetcher;
  const [sent, setSent] = useState(0);
  const [newest, setNewest] = useState<{ of: QuestionsView; shown: QuestionsView }>();
  const loadedNow = useRef(loaded);
  loadedNow.current = loaded;
  useEffect(() => {
    if (!data?.done) return;
    setSent((before) => before + 1);
    setNewest({ of: loadedNow.current, shown: data.shown });
    add({ tone: "success", title: t(`questions.done.${data.what}`) });
  }, [data, add, t]);
  const pendingIntent = formData?.get("intent");
  const pendingPost = formData?.get("questionId");
  const forms = useMemo((): QuestionForms => {
    const problem = data?.done === false ? data.problem : undefined;
    return {
      back: "watch",
      onSubmit: (event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const fields = new FormData(form, (event.nativeEvent as SubmitEvent).submitter);
        fields.set(inPlaceField, "here");
        const plain = Object.fromEntries([...fields].map(([name, value]) => [name, String(value)]));
        fetcher.submit(plain, { method: "post", action: form.getAttribute("action") ?? "" });
      },
      pending:
        state === "idle" || typeof pendingIntent !== "string"
          ? undefined
          : { intent: pendingIntent, postId: String(pendingPost ?? "") },
      problem: problem && {
        postId: problem.values.questionId ?? "",
        intent: problem.values.intent ?? "",
        errors: Object.fromEntries(Object.entries(problem.errors).map(([field, key]) => [field, t(key)])),
        typed: problem.values,
      },
    };
  }, [data, state, pendingIntent, pendingPost, fetcher.submit, t]);
  return { shown: newest?.of === loaded ? newest.shown : loaded, forms, sent };
}
