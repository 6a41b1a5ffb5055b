import { Form } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { usePlayerElement } from "~/features/playback/player/use-player-state";
import { clockMoment } from "~/features/videos/listing/duration";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Field, TextAreaField } from "~/ui/forms/field";
import { FormError } from "~/ui/forms/form-error";
import { buttonLook, classNames } from "~/ui/looks";
import { questionMaxLength, questionsPath } from "./questions-view";
import type { QuestionForms } from "./use-question-forms";

/** The folded form of a new question. With script its moment is the player's position when it is opened. */
export function AskForm({
  videoId,
  forms,
  className,
}: {
  videoId: string;
  forms: QuestionForms;
  className?: string;
}) {
  const t = useText();
  const linkTo = useLinkTo();
  const second = usePlayerSecond(videoId);
  const moment = useRef<HTMLDivElement>(null);
  const problem = forms.problem?.intent === "ask" ? forms.problem : undefined;
  return (
    <details
      open={problem ? true : undefined}
      className={classNames("mt-4", className)}
      onToggle={(event) => {
        const field = moment.current?.querySelector("input");
        if (event.currentTarget.open && field && field.value === "" && second > 0)
          field.value = clockMoment(second);
      }}
    >
      <summary
        className={buttonLook(
          "secondary",
          "medium",
          "flex w-full cursor-pointer list-none sm:inline-flex sm:w-auto [&::-webkit-details-marker]:hidden",
        )}
      >
        <Bubble />
        {second > 0 ? t("questions.askAt", { time: clockMoment(second) }) : t("questions.ask")}
      </summary>
      <Form
        method="post"
        action={linkTo(questionsPath(videoId)).to}
        onSubmit={forms.onSubmit}
        className="mt-4 max-w-prose space-y-4 rounded-cover border border-line bg-surface p-4 sm:p-5"
        preventScrollReset
      >
        <FormError>{problem?.errors.form}</FormError>
        <input type="hidden" name="back" value={forms.back} />
        <TextAreaField
          name="text"
          id="question-text"
          label={t("questions.askLabel")}
          hint={t("questions.askHint")}
          error={problem?.errors.text}
          defaultValue={problem?.typed.text}
          rows={3}
          maxLength={questionMaxLength}
          required
        />
        <div ref={moment}>
          <Field
            name="second"
            id="question-second"
            label={t("questions.second")}
            optionalLabel={`(${t("common.optional")})`}
            hint={t("questions.secondHint")}
            error={problem?.errors.second}
            defaultValue={problem?.typed.second}
            inputMode="text"
            autoComplete="off"
            maxLength={10}
            className="max-w-56"
          />
        </div>
        <Button name="intent" value="ask" pending={forms.pending?.intent === "ask"}>
          {t("questions.send")}
        </Button>
      </Form>
    </details>
  );
}

/** Returns the player's position in whole seconds; 0 without script or player, and at the beginning. */
function usePlayerSecond(videoId: string): number {
  const video = usePlayerElement(videoId);
  const [second, setSecond] = useState(0);
  useEffect(() => {
    if (!video) return;
    const read = () => setSecond(Math.floor(video.currentTime));
    read();
    video.addEventListener("timeupdate", read);
    video.addEventListener("seeked", read);
    return () => {
      video.removeEventListener("timeupdate", read);
      video.removeEventListener("seeked", read);
    };
  }, [video]);
  return second;
}

/** Drawn here, because every page loads the icons of `ui`. */
function Bubble() {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinejoin="round"
      aria-hidden="true"
      className="size-5 shrink-0"
    >
      <path d="M4 5.5h16a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-8L7.5 20v-3.5H4a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1z" />
    </svg>
  );
}
