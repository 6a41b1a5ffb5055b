import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { TextAreaField } from "~/ui/forms/field";
import { FormError } from "~/ui/forms/form-error";
import { Link } from "~/ui/link";
import { classNames } from "~/ui/looks";
import {
  type JudgedPost,
  mayChange,
  type PostChange,
  type PostView,
  type QuestionsView,
  questionMaxLength,
  questionPath,
  questionsPath,
} from "./questions-view";
import { reportReasonMaxLength } from "./reviews-view";
import type { QuestionForms } from "./use-question-forms";

interface PostFormsProps {
  videoId: string;
  /** The question itself, or the one that the answer belongs to. */
  questionId: string;
  post: PostView & { answered?: boolean; solved?: boolean; pinned?: boolean };
  isAnswer: boolean;
  beforePurchase: boolean;
  viewer: QuestionsView["viewer"];
  forms: QuestionForms;
}

const linkLook =
  "inline-flex min-h-11 cursor-pointer items-center px-1 text-sm font-semibold text-ink-soft underline decoration-line-strong underline-offset-4 hover:decoration-ink";

/** What the viewer may do with a post: forms that work without script. */
export function PostForms(props: PostFormsProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const { videoId, post, isAnswer, beforePurchase, viewer, forms } = props;
  if (viewer === "anonymous") {
    const back = encodeURIComponent(questionsPath(videoId, beforePurchase));
    return (
      <Link {...linkTo(`/consumer-login?redirectTo=${back}`)} rel="nofollow" className={linkLook}>
        {t("questions.report")}
      </Link>
    );
  }
  const judged: JudgedPost = { isAnswer, isOwn: post.mine, hiddenBy: post.hiddenBy, beforePurchase };
  const may = (change: PostChange) => mayChange(change, viewer, judged);
  const problemOf = (intent: string) =>
    forms.problem?.postId === post.id && forms.problem.intent === intent ? forms.problem : undefined;
  const pendingOf = (intent: string) => forms.pending?.postId === post.id && forms.pending.intent === intent;
  const hasMore = may("pin") || may("hide") || may("withdraw") || (may("report") && !post.reported);
  const answering = problemOf("answer");
  const changing = problemOf("pin") ?? problemOf("hide") ?? problemOf("report") ?? problemOf("solve");
  const button = (intent: string, label: string, undo = false) => (
    <PostForm {...props} undo={undo}>
      <button
        type="submit"
        name="intent"
        value={intent}
        disabled={pendingOf(intent)}
        className={classNames(linkLook, "disabled:opacity-60")}
      >
        {label}
      </button>
    </PostForm>
  );
  // A creator rarely marks a question that has an answer.
  const marksRarely = viewer === "owner" && post.answered;
  const solve =
    may("solve") && button("solve", t(post.solved ? "questions.unsolve" : "questions.solve"), post.solved);
  return (
    <>
      <div className="mt-1 -ml-1 flex flex-wrap items-start gap-x-4">
        {may("answer") && (
          <details open={answering ? true : undefined} className="open:w-full">
            <summary className={linkLook}>{t("questions.answer")}</summary>
            <PostForm {...props} className="mt-2 max-w-prose space-y-3 pl-1">
              <FormError>{answering?.errors.form}</FormError>
              <TextAreaField
                name="text"
                id={`answer-${post.id}`}
                label={t("questions.answerLabel")}
                error={answering?.errors.text}
                defaultValue={answering?.typed.text}
                rows={3}
                maxLength={questionMaxLength}
                required
              />
              <Button name="intent" value="answer" size="small" pending={pendingOf("answer")}>
                {t("questions.sendAnswer")}
              </Button>
            </PostForm>
          </details>
        )}
        {!marksRarely && solve}
        {may("restore") && button("hide", t("questions.restore"), true)}
        {hasMore && (
          <details open={changing ? true : undefined} className="open:w-full">
            <summary className={linkLook}>{t("questions.other")}</summary>
            <div className="mt-1 space-y-3 pl-1">
              <FormError>{changing?.errors.form}</FormError>
              <div className="-ml-1 flex flex-wrap gap-x-4">
                {marksRarely && solve}
                {may("pin") &&
                  button("pin", t(post.pinned ? "questions.unpin" : "questions.pin"), post.pinned)}
                {may("hide") && button("hide", t("questions.hide"))}
                {may("withdraw") && button("hide", t("questions.withdraw"))}
              </div>
              {may("report") && !post.reported && (
                <PostForm {...props} className="max-w-prose space-y-3">
                  <TextAreaField
                    name="text"
                    id={`report-${post.id}`}
                    label={t("questions.reportReason")}
                    optionalLabel={`(${t("common.optional")})`}
                    hint={t("questions.reportHint")}
                    error={problemOf("report")?.errors.text}
                    defaultValue={problemOf("report")?.typed.text}
                    rows={2}
                    maxLength={reportReasonMaxLength}
                  />
                  <Button
                    name="intent"
                    value="report"
                    variant="secondary"
                    size="small"
                    pending={pendingOf("report")}
                  >
                    {t("questions.report")}
                  </Button>
                </PostForm>
              )}
            </div>
          </details>
        )}
      </div>
      {post.reported && <p className="mt-1 text-sm text-ink-faint">{t("questions.reported")}</p>}
    </>
  );
}

/** `undo`: reverts the form's intent. */
function PostForm({
  videoId,
  questionId,
  post,
  beforePurchase,
  forms,
  undo = false,
  className,
  children,
}: PostFormsProps & { undo?: boolean | undefined; className?: string; children: ReactNode }) {
  const linkTo = useLinkTo();
  return (
    <Form
      method="post"
      action={linkTo(questionPath(videoId, questionId, beforePurchase)).to}
      onSubmit={forms.onSubmit}
      className={className}
      preventScrollReset
    >
      <input type="hidden" name={beforePurchase ? "askId" : "questionId"} value={post.id} />
      <input type="hidden" name="back" value={forms.back} />
      {undo && <input type="hidden" name="undo" value="1" />}
      {children}
    </Form>
  );
}
