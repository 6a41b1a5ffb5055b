import { Form } from "@remix-run/react";
import { ShopFooter } from "~/features/base/accounts/shop-footer";
import { CertificateHead, CertificateSettings } from "~/features/playback/certificates/own-certificate";
import type { OwnCertificateView } from "~/features/playback/certificates/show-certificate.server";
import { FollowForm, type FollowView } from "~/features/shop/announcements/follow-form";
import { ShopHeader } from "~/features/shop/catalog/account-links";
import { RatingChoice } from "~/features/shop/reviews/review-forms";
import { type OwnReview, reviewMaxLength, reviewsPath } from "~/features/shop/reviews/reviews-view";
import { portraitSource } from "~/features/videos/pictures/picture-paths";
import { ShelfCard } from "~/features/videos/pictures/video-card";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import type { FormFields } from "~/ui/forms/form-error";
import { Container } from "~/ui/page-frame/container";
import { Portrait } from "~/ui/portrait";
import type { OtherVideo } from "./end-of-video.queries.server";

interface CourseEndProps {
  courseId: string;
  shown: OwnCertificateView;
  /** Undefined if the course is no longer published. */
  creator: { name: string; portraitKey: string | null; handle: string; follow: FollowView } | undefined;
  /** Undefined if the viewer may not review. */
  own: { review: OwnReview | null; name: string } | undefined;
  others: readonly OtherVideo[];
  result: FormFields;
}

/** The certificate, a review in one line, and the creator's other products. */
export function CourseEnd({ courseId, creator, own, others, ...certificate }: CourseEndProps) {
  const t = useText();
  const { shown } = certificate;
  return (
    <div className="flex min-h-dvh flex-col">
      <ShopHeader />
      <main id="main" className="pb-12">
        <CertificateHead courseId={courseId} {...certificate} />
        <Container>
          {own && <ReviewLine courseId={courseId} own={own} creator={creator} />}
          {shown.state === "issued" && (
            <CertificateSettings courseId={courseId} {...certificate} shown={shown} />
          )}
          {creator && (
            <section aria-labelledby="more-by" className="mt-10 sm:mt-14">
              <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
                <h2 id="more-by" className="text-2xl sm:text-3xl [overflow-wrap:anywhere]">
                  {others.length > 0 ? t("certificate.moreBy", { name: creator.name }) : creator.name}
                </h2>
                <FollowForm
                  handle={creator.handle}
                  shown={creator.follow}
                  back={`/courses/${courseId}/certificate`}
                />
              </div>
              <ul className="row-aside mt-5 flex gap-3 overflow-x-auto pb-2 *:w-[58vw] *:max-w-72 *:shrink-0 empty:hidden sm:grid sm:grid-cols-2 sm:gap-6 sm:*:w-auto sm:*:max-w-none lg:grid-cols-4">
                {others.map((video) => (
                  <li key={video.id}>
                    <ShelfCard video={video} />
                  </li>
                ))}
              </ul>
            </section>
          )}
        </Container>
      </main>
      <ShopFooter />
    </div>
  );
}

function ReviewLine({
  courseId,
  own: { review, name },
  creator,
}: Pick<CourseEndProps, "creator"> & {
  courseId: string;
  own: NonNullable<CourseEndProps["own"]>;
}) {
  const t = useText();
  return (
    <section
      aria-labelledby="own-review"
      className="relative -mt-10 rounded-panel border border-line bg-surface p-4 shadow-lifted sm:-mt-12 sm:p-6 lg:px-8"
    >
      <Form
        method="post"
        action={useLinkTo()(reviewsPath(courseId)).to}
        className="flex flex-wrap items-center gap-x-6 gap-y-3 lg:gap-x-5"
      >
        <input type="hidden" name="back" value="certificate" />
        {creator && (
          <Portrait
            {...portraitSource(creator.portraitKey)}
            name={creator.name}
            sizes="3.5rem"
            className="size-14 max-lg:hidden"
          />
        )}
        <div className="min-w-0">
          <h2 id="own-review" className="text-xl sm:text-2xl lg:text-xl">
            {t(review ? "reviews.yours" : "reviews.askCourse")}
          </h2>
          {name && <p className="text-sm text-ink-soft">{t("certificate.reviewedAs", { name })}</p>}
        </div>
        <RatingChoice rating={String(review?.rating ?? "")} />
        <input
          name="text"
          aria-label={t("reviews.text")}
          defaultValue={review?.text}
          maxLength={reviewMaxLength}
          placeholder={t("certificate.reviewLine")}
          className="min-h-12 min-w-0 flex-1 basis-64 rounded-control border border-line-strong bg-surface px-4 placeholder:text-ink-faint"
        />
        <Button name="intent" value="save" variant="secondary" size="large" className="max-sm:w-full">
          {t(review ? "reviews.change" : "reviews.publish")}
        </Button>
      </Form>
    </section>
  );
}
