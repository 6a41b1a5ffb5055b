import { Form } from "@remix-run/react";
import { videoPath } from "~/features/videos/listing/video-address";
import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { TextAreaField } from "~/ui/forms/text-area-field";
import { Stars } from "~/ui/rating";
import { TextLink } from "~/ui/text-link";
import { hiddenReasonMaxLength } from "./review-lengths";

/** A review, or a question or an answer. */
export interface ModeratedText {
  id: string;
  video: { id: string; title: string };
  /** The author's e-mail. */
  author: string;
  /** Only of a review. */
  rating?: number;
  text: string;
  reply: string | null;
  /** Only of an answer: the question. */
  answerTo?: string | null;
  date: string;
  hidden: { date: string; reason: string } | null;
  openReports: number;
  /** The newest reports, also those that are closed. */
  reports: { reason: string; date: string; reporter: string }[];
}

/**
 * A review, a question or an answer with its reports, and the forms that decide about it. `field`: names it in the
 * form.
 */
export function ModerationItem({
  review,
  field = "reviewId",
  problem,
}: {
  review: ModeratedText;
  field?: "reviewId" | "questionId";
  problem?: { error: string | undefined; typed: string };
}) {
  const t = useText();
  const { id, video, author, rating, text, reply, answerTo, date, hidden, openReports, reports } = review;
  return (
    <li className="px-5 py-6 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <TextLink to={videoPath(video)} reloadDocument className="break-words">
          {video.title}
        </TextLink>
        {hidden && <Badge tone="warn">{t("moderation.isHidden")}</Badge>}
        {openReports > 0 && <Badge tone="danger">{t("moderation.reports", { number: openReports })}</Badge>}
      </div>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm break-words text-ink-faint">
        {rating === undefined ? (
          t(answerTo == null ? "moderation.asked" : "moderation.answered", { date, author })
        ) : (
          <>
            <Stars rating={rating} label="" />
            {t("moderation.rated", { rating, date, author })}
          </>
        )}
      </p>
      {answerTo != null && (
        <p className="mt-2 max-w-prose text-sm break-words whitespace-pre-line text-ink-soft">
          {t("moderation.toQuestion")}: {answerTo}
        </p>
      )}
      <p className="mt-2 max-w-prose break-words whitespace-pre-line">{text || t("moderation.noText")}</p>
      {reply && (
        <p className="mt-3 max-w-prose rounded-cover bg-sunken p-4 text-sm break-words whitespace-pre-line">
          <span className="font-semibold">{t("moderation.reply")}: </span>
          {reply}
        </p>
      )}
      {hidden && (
        <p className="mt-3 text-sm break-words text-ink-soft">
          {t("moderation.hiddenAt", { date: hidden.date })}: {hidden.reason}
        </p>
      )}
      {reports.length > 0 && (
        <ul className="mt-3 space-y-1 text-sm text-ink-soft">
          {reports.map((report) => (
            <li key={report.reporter} className="break-words whitespace-pre-line">
              <span className="text-ink-faint">{t("moderation.report", report)}:</span>{" "}
              {report.reason || t("moderation.noReason")}
            </li>
          ))}
        </ul>
      )}
      <Form method="post" className="mt-4 max-w-prose space-y-3" preventScrollReset>
        <input type="hidden" name={field} value={id} />
        {!hidden && (
          <TextAreaField
            name="reason"
            id={`reason-${id}`}
            label={t("moderation.reason")}
            hint={t("moderation.reasonHint")}
            error={problem?.error}
            defaultValue={problem?.typed}
            rows={2}
            maxLength={hiddenReasonMaxLength}
          />
        )}
        <div className="flex flex-wrap gap-3">
          {hidden ? (
            <Button name="intent" value="unhide" variant="secondary">
              {t("moderation.unhide")}
            </Button>
          ) : (
            <Button name="intent" value="hide" variant="danger">
              {t("moderation.hide")}
            </Button>
          )}
          {openReports > 0 && (
            <Button name="intent" value="keep" variant="secondary" formNoValidate>
              {t("moderation.keep")}
            </Button>
          )}
        </div>
      </Form>
    </li>
  );
}
