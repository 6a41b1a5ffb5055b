import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { brandName } from "~/brand";
import {
  parseReviewIntent,
  replyForm,
  reportForm,
  reviewForm,
  reviewLimit,
  reviewReportLimit,
} from "~/features/shop/reviews/review-form";
import { ReviewsPage } from "~/features/shop/reviews/reviews-page";
import { reviewsPath, reviewsSectionId } from "~/features/shop/reviews/reviews-view";
import { showReviewsPage } from "~/features/shop/reviews/show-reviews.server";
import {
  deleteReview,
  findVideoForReviews,
  replyToReview,
  reportReview,
  saveReview,
} from "~/features/shop/reviews/write-review.server";
import { videoPath } from "~/features/videos/listing/video-address";
import { decideLocale } from "~/i18n/page-language";
import { ShopTexts } from "~/i18n/shop-texts";
import { currentViewer } from "~/platform/context.server";
import { parseFields, problemWith, readForm, refuse, refuseTooMany } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { actorOf } from "~/platform/session/actor.server";
import { requireViewer } from "~/server/guards.server";

export const headers = retryAfterHeaders;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.title} · ${brandName}` : brandName },
  { name: "robots", content: "noindex" },
];

async function requireReviewedVideo(
  { services: { db } }: LoaderFunctionArgs["context"],
  rawId: string | undefined,
  viewer: { userId: string } | undefined,
) {
  const video = await findVideoForReviews(db, viewer, rawId);
  if (!video) throw new Response(null, { status: 404 });
  return video;
}

/** Also shows the errors of a form. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const viewer = await currentViewer(context, request);
  const video = await requireReviewedVideo(context, params.videoId, viewer);
  const url = new URL(request.url);
  const query = { viewer, params: url.searchParams, locale: decideLocale(url) };
  return showReviewsPage(context.services.db, video, query);
}

const loginFirst = { tone: "info", title: "watch.loginTitle", description: "reviews.login" } as const;

export async function action({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requireViewer({
    request,
    context,
    flash: loginFirst,
    backTo: reviewsPath(params.videoId ?? ""),
  });
  const { services } = context;
  const video = await requireReviewedVideo(context, params.videoId, viewer);
  const fields = await readForm(request);
  const intent = parseReviewIntent(fields.intent);
  if (!intent) throw new Response(null, { status: 400 });
  const taken = await services.rateLimits.take(
    intent === "report" ? reviewReportLimit : reviewLimit,
    viewer.userId,
  );
  if (!taken.ok) return refuseTooMany(context, fields, taken.retryAfterSeconds);
  const videoId = video.id;
  const by = actorOf(context, request, viewer);
  const reviewId = parseId(fields.reviewId);
  const pages = { watch: `/watch/${videoId}`, certificate: `/courses/${videoId}/certificate` };
  const back = pages[fields.back as keyof typeof pages] ?? `${videoPath(video)}#${reviewsSectionId}`;
  const done = (title: "saved" | "changed" | "deleted" | "replySaved") =>
    goTo(back, { request, context, flash: { tone: "success", title: `reviews.${title}` } });

  if (intent === "save") {
    const form = parseFields(reviewForm, fields);
    if (!form.ok) return refuse(form.problem);
    const saved = await saveReview(services, { videoId, form: form.value, by });
    if (!saved.ok) return refuse(problemWith(fields, { form: "reviews.notBought" }), { status: 403 });
    return done(saved.edited ? "changed" : "saved");
  }
  if (intent === "delete") {
    await deleteReview(services, { videoId, by });
    return done("deleted");
  }
  const form = parseFields(intent === "reply" ? replyForm : reportForm, fields);
  if (!form.ok) return refuse(form.problem);
  if (!reviewId) throw new Response(null, { status: 404 });
  if (intent === "reply") {
    const reply = { videoId, reviewId, text: form.value.text, by };
    if (!(await replyToReview(services, reply))) throw new Response(null, { status: 404 });
    return done("replySaved");
  }
  const reported = await reportReview(services, { videoId, reviewId, reason: form.value.text, by });
  if (reported === "notFound") throw new Response(null, { status: 404 });
  const flash =
    reported === "reported"
      ? ({ tone: "success", title: "reviews.reported", description: "reviews.reportedText" } as const)
      : ({ tone: "info", title: "reviews.reportedBefore" } as const);
  return goTo(back, { request, context, flash });
}

export default function Reviews() {
  return (
    <ShopTexts>
      <Screen />
    </ShopTexts>
  );
}

function Screen() {
  const shown = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  return <ReviewsPage {...shown} result={result} />;
}
