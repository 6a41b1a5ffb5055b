import type { ReactNode } from "react";
import { MomentLink } from "~/features/playback/player/moment-link";
import { clockMoment } from "~/features/videos/listing/duration";
import { portraitSource } from "~/features/videos/pictures/picture-paths";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { TextLink } from "~/ui/link";
import { Portrait } from "~/ui/portrait";
import { PostForms } from "./post-forms";
import type { PostView, QuestionsView, QuestionView } from "./questions-view";
import type { QuestionForms } from "./use-question-forms";

interface QuestionItemProps {
  videoId: string;
  viewer: QuestionsView["viewer"];
  question: QuestionView;
  forms: QuestionForms;
  /** Above the question, such as the title of its video. */
  above?: ReactNode;
  /** On the page of this question alone. */
  alone?: boolean;
}

export function QuestionItem({
  videoId,
  viewer,
  question,
  forms: sent,
  above,
  alone = false,
}: QuestionItemProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const { id, second, solved, pinned, beforePurchase, answers, moreAnswers, portraitKey } = question;
  const author = question.author || t("questions.someone");
  const isWaiting =
    (viewer === "owner" || (beforePurchase && question.mine)) &&
    !question.answered &&
    !solved &&
    !question.hiddenBy;
  const forms = { videoId, viewer, forms: sent, questionId: id, beforePurchase };
  return (
    <li
      id={`pergunta-${id}`}
      className="flex scroll-mt-24 flex-wrap gap-3 border-t border-line py-5 sm:gap-4"
    >
      <Portrait name={author} className="size-11" />
      <div className="min-w-0 flex-1 basis-48">
        {above}
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-faint">
          <span>
            <Author post={question} />
            {second !== null && (
              <>
                {" "}
                {t("questions.at")}{" "}
                <MomentLink videoId={videoId} seconds={second} className="underline">
                  {clockMoment(second)}
                </MomentLink>
              </>
            )}
            {" · "}
            {question.date}
          </span>
          {beforePurchase && viewer === "owner" && <Badge>{t("questions.beforePurchase")}</Badge>}
          {pinned && <Badge>{t("questions.pinned")}</Badge>}
          {solved && <Badge tone="success">{t("questions.solved")}</Badge>}
          {isWaiting && <Badge tone="warn">{t("questions.waiting")}</Badge>}
        </p>
        <p className="mt-1 max-w-prose font-semibold break-words whitespace-pre-line">{question.text}</p>
        <Hidden by={question.hiddenBy} />
        {answers.length > 0 && (
          <ul className="mt-3 space-y-3">
            {answers.map((answer) => (
              <li key={answer.id} className="flex flex-wrap gap-3 rounded-cover bg-sunken p-4">
                <Portrait
                  {...(answer.byCreator ? portraitSource(portraitKey) : {})}
                  name={answer.author || t("questions.someone")}
                  sizes="2rem"
                  className="size-8 bg-surface"
                />
                <div className="min-w-0 flex-1 basis-36">
                  <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
                    <Author post={answer} />
                    {answer.byCreator && !answer.mine && (
                      <Badge tone="success">{t("questions.teacher")}</Badge>
                    )}
                    <span>{answer.date}</span>
                  </p>
                  <p className="mt-1 max-w-prose break-words whitespace-pre-line">{answer.text}</p>
                  <Hidden by={answer.hiddenBy} />
                  <PostForms {...forms} post={answer} isAnswer />
                </div>
              </li>
            ))}
          </ul>
        )}
        {moreAnswers && (
          <p className="mt-2">
            <TextLink {...linkTo(moreAnswers)} className="inline-flex min-h-11 items-center text-sm">
              {t(alone ? "questions.nextAnswers" : "questions.moreAnswers")}
            </TextLink>
          </p>
        )}
        <PostForms {...forms} post={question} isAnswer={false} />
      </div>
    </li>
  );
}

function Author({ post }: { post: PostView }) {
  const t = useText();
  return (
    <>
      <span className="font-semibold text-ink">{post.author || t("questions.someone")}</span>
      {post.mine && ` (${t("questions.mine")})`}
    </>
  );
}

function Hidden({ by }: { by: PostView["hiddenBy"] }) {
  const t = useText();
  if (!by) return null;
  return (
    <p className="mt-1 text-sm text-ink-faint">
      {t(by === "creator" ? "questions.hiddenByCreator" : "questions.hiddenByModeration")}
    </p>
  );
}
