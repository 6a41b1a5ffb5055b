import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { TextAreaField } from "~/ui/forms/text-area-field";
import { reportReasonMaxLength, reviewMaxLength } from "./review-lengths";
import { type PublicReview, type ReviewProblem, reviewsPath, summaryLook } from "./reviews-view";

interface FormProps {
  videoId: string;
  review: PublicReview;
  problem: ReviewProblem | undefined;
}

/** The creator's reply to a review. */
export function ReplyForm(props: FormProps) {
  const t = useText();
  const { review, problem } = props;
  return (
    <FoldedForm {...props} summary={t(review.reply ? "reviews.editReply" : "reviews.reply")}>
      <TextAreaField
        name="text"
        id={`reply-${review.id}`}
        label={t("reviews.replyLabel")}
        error={problem?.error}
        defaultValue={problem?.typed ?? review.reply ?? ""}
        rows={3}
        maxLength={reviewMaxLength}
        required
      />
      <Button name="intent" value="reply" size="small">
        {t("reviews.sendReply")}
      </Button>
    </FoldedForm>
  );
}

/** The report of a review to the administrators. */
export function ReportForm(props: FormProps) {
  const t = useText();
  const { review, problem } = props;
  return (
    <FoldedForm {...props} summary={t("reviews.report")}>
      <TextAreaField
        name="text"
        id={`report-${review.id}`}
        label={t("reviews.reportReason")}
        optionalLabel={`(${t("common.optional")})`}
        hint={t("reviews.reportHint")}
        error={problem?.error}
        defaultValue={problem?.typed}
        rows={2}
        maxLength={reportReasonMaxLength}
      />
      <Button name="intent" value="report" variant="secondary" size="small">
        {t("reviews.sendReport")}
      </Button>
    </FoldedForm>
  );
}

/** A form about one review, open where it has a problem. */
function FoldedForm({
  videoId,
  review,
  problem,
  summary,
  children,
}: FormProps & { summary: string; children: ReactNode }) {
  const linkTo = useLinkTo();
  return (
    <details open={problem ? true : undefined} className="mt-1">
      <summary className={summaryLook}>{summary}</summary>
      <Form
        method="post"
        action={linkTo(reviewsPath(videoId)).to}
        className="mt-2 max-w-prose space-y-3"
        preventScrollReset
      >
        <input type="hidden" name="reviewId" value={review.id} />
        {children}
      </Form>
    </details>
  );
}
