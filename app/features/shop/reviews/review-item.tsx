import { portraitSource } from "~/features/videos/pictures/picture-paths";
import { useLinkTo, useText } from "~/i18n/use-locale";
import type { FormFields } from "~/ui/forms/form-error";
import { lazyForm } from "~/ui/forms/lazy-form";
import { TextLink } from "~/ui/link";
import { Portrait } from "~/ui/portrait";
import { Stars } from "~/ui/rating";
import { type PublicReview, type ReviewsView, reviewsPath, summaryLook } from "./reviews-view";

/** Loaded for signed-in people only: visitors have no form. */
const forms = () => import("./review-forms");
const ReplyForm = lazyForm("[value=reply]", async () => (await forms()).ReplyForm);
const ReportForm = lazyForm("[value=report]", async () => (await forms()).ReportForm);

interface ReviewItemProps extends Pick<ReviewsView, "videoId" | "viewer" | "creator"> {
  review: PublicReview;
  /** Of the forms of this review. */
  result: FormFields | undefined;
}

export function ReviewItem({ videoId, viewer, creator, review, result }: ReviewItemProps) {
  const t = useText();
  const author = review.author || t("reviews.someone");
  const ofIntent = (intent: string) => result?.onlyIf(result.typedIn("intent") === intent);
  return (
    <li className="flex gap-4 border-t border-line py-6">
      <Portrait name={author} className="size-11" />
      <div className="min-w-0 grow">
        <h3 className="font-sans text-base font-semibold tracking-normal">
          {author}
          {review.mine && <span className="font-normal text-ink-faint"> · {t("reviews.mine")}</span>}
        </h3>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2.5 text-sm text-ink-faint">
          <Stars rating={review.rating} label={t("reviews.of5", { rating: review.rating })} />
          {review.date}
          {!review.bought && <span>{t("reviews.free")}</span>}
        </p>
        {review.lesson && (
          <p className="mt-0.5 text-sm break-words text-ink-soft">
            {t("reviews.ofLesson", { title: review.lesson.title })}
          </p>
        )}
        {review.text && (
          <p className="mt-2 max-w-prose break-words whitespace-pre-line text-ink-soft">{review.text}</p>
        )}
        {review.reply && (
          <div className="mt-4 flex max-w-prose gap-3 rounded-cover bg-sunken p-4">
            <Portrait
              {...portraitSource(creator.portraitKey)}
              name={creator.name}
              sizes="2rem"
              className="size-8"
            />
            <div className="min-w-0">
              <p className="text-sm text-ink-soft">
                <span className="font-semibold text-ink">{creator.name}</span> {t("reviews.replied")}
              </p>
              <p className="mt-1 break-words whitespace-pre-line text-ink-soft">{review.reply}</p>
            </div>
          </div>
        )}
        {viewer === "owner" && <ReplyForm videoId={videoId} review={review} result={ofIntent("reply")} />}
        {!review.mine && (
          <details open={ofIntent("report")?.failed || undefined} className="mt-1">
            <summary
              aria-label={t("reviews.options", { author })}
              className="-ml-2 flex size-11 cursor-pointer items-center justify-center rounded-control text-xl text-ink-soft hover:bg-sunken"
            >
              <span aria-hidden="true">…</span>
            </summary>
            <Report videoId={videoId} viewer={viewer} review={review} result={ofIntent("report")} />
          </details>
        )}
      </div>
    </li>
  );
}

function Report({ videoId, viewer, review, result }: Omit<ReviewItemProps, "creator">) {
  const t = useText();
  const linkTo = useLinkTo();
  if (review.reported) return <p className="mt-2 text-sm text-ink-faint">{t("reviews.reported")}</p>;
  if (viewer === "anonymous") {
    const login = `/consumer-login?redirectTo=${encodeURIComponent(reviewsPath(videoId))}`;
    return (
      <p className="mt-1">
        <TextLink {...linkTo(login)} rel="nofollow" className={summaryLook}>
          {t("reviews.report")}
        </TextLink>
      </p>
    );
  }
  return <ReportForm videoId={videoId} review={review} result={result} />;
}
