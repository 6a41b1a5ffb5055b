import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { TextAreaField } from "~/ui/forms/field";
import { FieldError } from "~/ui/forms/field-frame";
import { type FormFields, showFields } from "~/ui/forms/form-error";
import { Notice } from "~/ui/notice";
import { Star } from "~/ui/rating";
import {
  type OwnReview,
  type PublicReview,
  reportReasonMaxLength,
  reviewMaxLength,
  reviewsPath,
  summaryLook,
} from "./reviews-view";

interface FormProps {
  videoId: string;
  review: PublicReview;
  result: FormFields | undefined;
}

export function ReplyForm(props: FormProps) {
  const t = useText();
  const { review, result } = props;
  const { field } = result ?? showFields(undefined, t);
  return (
    <FoldedForm {...props} summary={t(review.reply ? "reviews.editReply" : "reviews.reply")}>
      <TextAreaField
        {...field("text", review.reply ?? "")}
        id={`reply-${review.id}`}
        label={t("reviews.replyLabel")}
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

export function ReportForm(props: FormProps) {
  const t = useText();
  const { review, result } = props;
  const { field } = result ?? showFields(undefined, t);
  return (
    <FoldedForm {...props} summary={t("reviews.report")}>
      <TextAreaField
        {...field("text")}
        id={`report-${review.id}`}
        label={t("reviews.reportReason")}
        optionalLabel={`(${t("common.optional")})`}
        hint={t("reviews.reportHint")}
        rows={2}
        maxLength={reportReasonMaxLength}
      />
      <Button name="intent" value="report" variant="secondary" size="small">
        {t("reviews.sendReport")}
      </Button>
    </FoldedForm>
  );
}

/** Open where it has a problem. */
function FoldedForm({
  videoId,
  review,
  result,
  summary,
  children,
}: FormProps & { summary: string; children: ReactNode }) {
  const linkTo = useLinkTo();
  return (
    <details open={result?.failed || undefined} className="mt-1">
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

export interface ReviewEditorProps {
  videoId: string;
  own: OwnReview | null;
  back: "watch" | "video";
  /** Says under which name the review appears. */
  note?: string | undefined;
  /** Of the submitted review. */
  result?: FormFields | undefined;
}

export function RatingChoice({ rating, error }: { rating: string; error?: string | undefined }) {
  const t = useText();
  return (
    <fieldset aria-describedby={error ? "field-rating-error" : undefined}>
      <legend className="sr-only">{t("reviews.rating")}</legend>
      <div className="-ml-1.5 flex flex-wrap">
        {([1, 2, 3, 4, 5] as const).map((stars) => (
          <label
            key={stars}
            className="relative flex size-11 cursor-pointer items-center justify-center rounded-control has-focus-visible:outline-3 has-focus-visible:outline-focus [&:has(input:checked)>svg]:fill-rating [&:has(~label_input:checked)>svg]:fill-rating"
          >
            <input
              type="radio"
              name="rating"
              value={stars}
              defaultChecked={rating === String(stars)}
              required
              aria-invalid={error ? true : undefined}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <Star filled={false} className="size-8" />
            <span className="sr-only">{t(`reviews.star${stars}`)}</span>
          </label>
        ))}
      </div>
      <FieldError id="field-rating-error">{error}</FieldError>
    </fieldset>
  );
}

/** The form of one's own review, with a second button that deletes it. Works without script. */
export function ReviewEditor({ videoId, own, back, note, result }: ReviewEditorProps) {
  const t = useText();
  const { errorOf, typedIn, field } = result ?? showFields(undefined, t);
  const navigation = useNavigation();
  const action = useLinkTo()(reviewsPath(videoId)).to;
  const sent = navigation.formAction?.startsWith(action) ? navigation.formData?.get("intent") : undefined;
  const ratingError = errorOf("rating");
  const rating = typedIn("rating") ?? String(own?.rating ?? "");
  return (
    <section
      aria-labelledby="own-review"
      className="rounded-[1.5rem] border border-line bg-surface p-5 sm:p-7"
    >
      <h2 id="own-review" className="text-xl">
        {t(own ? "reviews.yours" : "reviews.ask")}
      </h2>
      <p className="mt-1 text-sm text-ink-soft">{note || t("reviews.askHint")}</p>
      {own?.hidden && (
        <Notice tone="warn" className="mt-4">
          {t("reviews.hiddenOwn")}
        </Notice>
      )}
      <Form method="post" action={action} className="mt-4 space-y-5" preventScrollReset>
        <input type="hidden" name="back" value={back} />
        <RatingChoice rating={rating} error={ratingError} />
        <TextAreaField
          {...field("text", own?.text)}
          id="field-review"
          label={t("reviews.text")}
          optionalLabel={`(${t("common.optional")})`}
          maxLength={reviewMaxLength}
        />
        <div className="flex flex-wrap gap-3">
          <Button name="intent" value="save" pending={sent === "save"} pendingLabel={t("reviews.saving")}>
            {t(own ? "reviews.change" : "reviews.publish")}
          </Button>
          {own && (
            <Button name="intent" value="delete" variant="quiet" formNoValidate pending={sent === "delete"}>
              {t("reviews.delete")}
            </Button>
          )}
        </div>
      </Form>
    </section>
  );
}
