import { useSearchParams } from "@remix-run/react";
import { ShopPage } from "~/features/shop/catalog/shop-page";
import { pageTexts } from "~/i18n/text-group";
import { useLinkTo, useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { ButtonLink } from "~/ui/button";
import { FormError } from "~/ui/forms/form-error";
import { TextLink } from "~/ui/link";
import { BackLink } from "~/ui/page-frame/page-header";
import { AskForm } from "./ask-form";
import { AskBefore } from "./asks-section";
import { QuestionItem } from "./question-item";
import { countLimit, type QuestionsView, questionsPath, questionsSectionId } from "./questions-view";
import { useQuestionForms } from "./use-question-forms";

export const QuestionTexts = pageTexts(import.meta.glob("~/i18n/locales/*/questions.ts"));

/** The first questions. With script its forms are sent in place, so that the video plays on. */
export function QuestionsSection({ shown }: { shown: QuestionsView }) {
  return (
    <QuestionTexts>
      <Section loaded={shown} />
    </QuestionTexts>
  );
}

function Section({ loaded }: { loaded: QuestionsView }) {
  const t = useText();
  const linkTo = useLinkTo();
  const { shown, forms, sent } = useQuestionForms(loaded);
  const { videoId, viewer, questions, count } = shown;
  return (
    <section id={questionsSectionId} aria-labelledby="questions-title" className="scroll-mt-24">
      <h2 id="questions-title" className="text-2xl sm:w-fit">
        {t("questions.title")}
      </h2>
      {viewer === "learner" && (
        <AskForm
          key={sent}
          videoId={videoId}
          forms={forms}
          // On a wide screen its button is at the right of the title.
          className="sm:-mt-10 sm:[&>summary]:ml-auto sm:[&>summary]:flex sm:[&>summary]:w-fit"
        />
      )}
      {questions.length === 0 ? (
        <p className="mt-4 text-ink-soft">
          {t(viewer === "owner" ? "questions.noneOwner" : "questions.none")}
        </p>
      ) : (
        <ul className="mt-5" key={`list-${sent}`}>
          {questions.map((question) => (
            <QuestionItem
              key={question.id}
              videoId={videoId}
              viewer={viewer}
              question={question}
              forms={forms}
            />
          ))}
        </ul>
      )}
      {count > questions.length && (
        <p className="mt-2">
          <TextLink {...linkTo(questionsPath(videoId))} className="inline-flex min-h-11 items-center">
            {count < countLimit ? t("questions.all", { count }) : t("questions.allMany")}
          </TextLink>
        </p>
      )}
    </section>
  );
}

interface QuestionsPageProps {
  title: string;
  isAlone: boolean;
  /** Of questions before buying: the viewer has the product. */
  isOwned?: boolean;
  shown: QuestionsView;
  result: ReturnType<typeof useActionResult>;
}

/** The questions of a video, or those before buying, page by page. */
export function QuestionsPage({ title, isAlone, isOwned, shown, result }: QuestionsPageProps) {
  const { problem, errorOf } = result;
  const [params] = useSearchParams();
  const t = useText();
  const linkTo = useLinkTo();
  const { videoId, viewer, questions, next, beforePurchase } = shown;
  const list = questionsPath(videoId, beforePurchase);
  const none = beforePurchase ? "asks.none" : viewer === "owner" ? "questions.noneOwner" : "questions.none";
  const errors = Object.keys(problem?.errors ?? {}).map((field) => [field, errorOf(field) ?? ""]);
  const forms = {
    back: "list",
    pending: undefined,
    problem: problem && {
      postId: problem.values.questionId ?? "",
      intent: problem.values.intent ?? "",
      errors: Object.fromEntries(errors),
      typed: problem.values,
    },
  } as const;
  return (
    <ShopPage width="medium" className="py-6 sm:py-10">
      <BackLink {...linkTo(beforePurchase && !isOwned ? `/videos/${videoId}` : `/watch/${videoId}`)}>
        {t(beforePurchase && !isOwned ? "common.back" : "questions.toVideo")}
      </BackLink>
      <h1 className="mt-3 text-3xl sm:text-4xl">{t("questions.pageTitle", { title })}</h1>
      {problem && <FormError className="mt-4">{errorOf("form") ?? t("common.checkFields")}</FormError>}
      {beforePurchase && <p className="mt-1 text-ink-soft">{t("asks.text")}</p>}
      {viewer === "learner" && !isAlone && <AskForm videoId={videoId} forms={forms} />}
      {beforePurchase && viewer !== "owner" && !isOwned && !isAlone && (
        <AskBefore
          videoId={videoId}
          viewer={viewer}
          back="list"
          problem={forms.problem?.intent === "ask" ? forms.problem : undefined}
        />
      )}
      {questions.length === 0 ? (
        <p className="mt-6 text-ink-soft">{t(none)}</p>
      ) : (
        <ul className="mt-6">
          {questions.map((question) => (
            <QuestionItem
              key={question.id}
              videoId={videoId}
              viewer={viewer}
              question={question}
              forms={forms}
              alone={isAlone}
            />
          ))}
        </ul>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {next && (
          <ButtonLink {...linkTo(`${list}?after=${next}`)} variant="secondary">
            {t("questions.more")}
          </ButtonLink>
        )}
        {(isAlone || params.has("after")) && (
          <ButtonLink {...linkTo(list)} variant="quiet">
            {t(isAlone ? "questions.toAll" : "questions.first")}
          </ButtonLink>
        )}
      </div>
    </ShopPage>
  );
}
