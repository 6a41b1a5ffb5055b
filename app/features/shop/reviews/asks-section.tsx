import { Form } from "@remix-run/react";
import { portraitSource } from "~/features/videos/pictures/picture-paths";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { Button, ButtonLink } from "~/ui/button";
import { TextAreaField } from "~/ui/forms/field";
import { FormError } from "~/ui/forms/form-error";
import { Icon } from "~/ui/icons";
import { TextLink } from "~/ui/link";
import { buttonLook } from "~/ui/looks";
import { Portrait } from "~/ui/portrait";
import {
  type QuestionProblem,
  type QuestionsView,
  type QuestionView,
  questionMaxLength,
  questionsPath,
  questionsSectionId,
} from "./questions-view";

/** On a sales page: the answered questions before buying, and the form to ask. Needs `ShopTexts`. */
export function AsksSection({ shown, mayAsk }: { shown: QuestionsView; mayAsk: boolean }) {
  const t = useText();
  const linkTo = useLinkTo();
  const { videoId, viewer, questions } = shown;
  if (questions.length === 0 && !mayAsk) return null;
  return (
    <section id={questionsSectionId} aria-labelledby="asks-title" className="scroll-mt-24">
      <h2 id="asks-title" className="text-2xl sm:text-[1.75rem]">
        {t("asks.title")}
      </h2>
      <p className="mt-1 text-ink-soft">{t("asks.text")}</p>
      {questions.length > 0 && (
        <>
          <ul className="mt-4 border-b border-line">
            {questions.map((question) => (
              <Ask key={question.id} question={question} />
            ))}
          </ul>
          <p className="mt-2">
            <TextLink
              {...linkTo(questionsPath(videoId, true))}
              className="inline-flex min-h-11 items-center text-sm"
            >
              {t(viewer === "owner" ? "asks.manage" : "asks.all")}
            </TextLink>
          </p>
        </>
      )}
      {mayAsk && <AskBefore videoId={videoId} viewer={viewer} back="sale" />}
    </section>
  );
}

function Ask({ question }: { question: QuestionView }) {
  const t = useText();
  const author = question.author || t("reviews.someone");
  return (
    <li className="flex gap-3 border-t border-line py-5 sm:gap-4">
      <Portrait name={author} className="size-11" />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-faint">
          <span>
            <span className="font-semibold text-ink">{author}</span>{" "}
            {t("asks.asked", { when: question.date })}
          </span>
          {!question.answered && <Badge tone="warn">{t("asks.waiting")}</Badge>}
        </p>
        <p className="mt-1 max-w-prose font-semibold break-words whitespace-pre-line">{question.text}</p>
        {question.answers.map((answer) => (
          <div key={answer.id} className="mt-3 flex max-w-prose gap-3 rounded-cover bg-sunken p-4">
            <Portrait
              {...portraitSource(question.portraitKey)}
              name={answer.author}
              sizes="2rem"
              className="size-8 bg-surface"
            />
            <div className="min-w-0">
              <p className="text-sm text-ink-soft">
                <span className="font-semibold text-ink">{answer.author}</span> {t("reviews.replied")}
              </p>
              <p className="mt-1 break-words whitespace-pre-line">{answer.text}</p>
            </div>
          </div>
        ))}
      </div>
    </li>
  );
}

interface AskBeforeProps extends Pick<QuestionsView, "videoId" | "viewer"> {
  back: "sale" | "list";
  problem?: QuestionProblem | undefined;
}

/** The folded form of a question before buying; visitors get a link to the login. Needs `ShopTexts`. */
export function AskBefore({ videoId, viewer, back, problem }: AskBeforeProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const path = questionsPath(videoId, true);
  const label = (
    <>
      <Icon name="message" />
      {t("asks.ask")}
    </>
  );
  if (viewer === "anonymous") {
    const login = `/consumer-login?redirectTo=${encodeURIComponent(path)}`;
    return (
      <ButtonLink {...linkTo(login)} rel="nofollow" variant="secondary" className="mt-4 w-full sm:w-auto">
        {label}
      </ButtonLink>
    );
  }
  return (
    <details open={problem || back === "list" ? true : undefined} className="mt-4">
      <summary
        className={buttonLook(
          "secondary",
          "medium",
          "flex w-full cursor-pointer list-none sm:inline-flex sm:w-auto [&::-webkit-details-marker]:hidden",
        )}
      >
        {label}
      </summary>
      <Form
        method="post"
        action={linkTo(path).to}
        className="mt-4 max-w-prose space-y-4 rounded-cover border border-line bg-surface p-4 sm:p-5"
      >
        <FormError>{problem?.errors.form}</FormError>
        <input type="hidden" name="back" value={back} />
        <TextAreaField
          name="text"
          id="ask-text"
          label={t("asks.label")}
          hint={t("asks.hint")}
          error={problem?.errors.text}
          defaultValue={problem?.typed.text}
          rows={3}
          maxLength={questionMaxLength}
          required
        />
        <Button name="intent" value="ask" className="w-full sm:w-auto">
          {t("asks.send")}
        </Button>
      </Form>
    </details>
  );
}
