import { pageTexts } from "~/i18n/text-group";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { TextLink } from "~/ui/text-link";
import { AskForm } from "./ask-form";
import { QuestionItem } from "./question-item";
import { countLimit, type QuestionsView, questionsPath, questionsSectionId } from "./questions-view";
import { useQuestionForms } from "./use-question-forms";

const QuestionTexts = pageTexts(import.meta.glob("~/i18n/locales/*/questions.ts"));

/**
 * The first questions of the video that is watched. With script its forms are sent in place, so that the video plays
 * on.
 */
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
