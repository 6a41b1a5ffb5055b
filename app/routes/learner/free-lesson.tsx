import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { brandName } from "~/brand";
import { ShopFooter } from "~/features/base/accounts/shop-footer";
import { ShopHeader } from "~/features/shop/catalog/account-links";
import { SearchBelow } from "~/features/shop/catalog/search-field";
import { Description } from "~/features/shop/sales-page/description";
import { FreePlayer } from "~/features/shop/sales-page/free-player";
import { LessonSections } from "~/features/shop/sales-page/lesson-sections";
import { findFreeLessonPage, showFreeLesson } from "~/features/shop/sales-page/show-course.server";
import { parsePart } from "~/features/videos/courses/course-folding";
import { videoPath } from "~/features/videos/listing/video-address";
import { formatPrice } from "~/i18n/money";
import { decideLocale } from "~/i18n/page-language";
import { ShopTexts } from "~/i18n/shop-texts";
import { pageTexts } from "~/i18n/text-group";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { currentViewer } from "~/platform/context.server";
import { parseId } from "~/platform/forms/record-id";
import { goTo } from "~/platform/responses.server";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import { Container } from "~/ui/page-frame/container";

const CourseTexts = pageTexts(import.meta.glob("~/i18n/locales/*/course-page.ts"));

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.lesson.title} · ${data.course.title} · ${brandName}` : brandName },
  { name: "robots", content: "noindex" },
];

/** Plays without an account. A lesson that is no longer free redirects to the course. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const [courseId, videoId] = [parseId(params.videoId), parseId(params.lessonId)];
  const url = new URL(request.url);
  const { services, log } = context;
  if (!courseId || !videoId) throw new Response(null, { status: 404 });
  const [page, viewer] = await Promise.all([
    findFreeLessonPage(services.db, { courseId, videoId }, decideLocale(url)),
    currentViewer(context, request),
  ]);
  if (!page) throw new Response(null, { status: 404 });
  const { course, lesson } = page;
  if (!lesson) {
    const flash = { tone: "info", title: "marketplace.lessonNotFree" } as const;
    throw await goTo(videoPath(course), { request, context, flash });
  }
  const savesData = request.headers.get("Save-Data") === "on";
  const viewing = { viewer, part: parsePart(url), savesData };
  return showFreeLesson({ ...services, log }, { course, lesson }, viewing);
}

export default function FreeLesson() {
  return (
    <ShopTexts>
      <CourseTexts>
        <div className="flex min-h-dvh flex-col">
          <ShopHeader search />
          <Content />
          <SearchBelow />
          <ShopFooter />
        </div>
      </CourseTexts>
    </ShopTexts>
  );
}

function Content() {
  const { lesson, player, savesData, course, lessons } = useLoaderData<typeof loader>();
  const t = useText();
  const linkTo = useLinkTo();
  const locale = useLocale();
  return (
    <main id="main">
      <Container className="py-4 sm:py-8">
        <p className="mb-3">
          {t("coursePage.freeLesson")}{" "}
          <Link
            {...linkTo(videoPath(course))}
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            {course.title}
          </Link>
        </p>
        <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_23rem]">
          <div className="min-w-0 space-y-6">
            <FreePlayer
              key={lesson.id}
              player={player}
              savesData={savesData}
              title={lesson.title}
              poster={lesson.thumbnail_url}
            />
            <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
              <h1 className="min-w-0 flex-1 basis-72 text-3xl break-words sm:text-4xl">{lesson.title}</h1>
              <ButtonLink {...linkTo(videoPath(course))} variant="buy" size="large">
                {t("coursePage.courseFor", {
                  price: formatPrice(course.price_cents, course.currency, locale),
                })}
              </ButtonLink>
            </div>
            <Description text={lesson.description} />
          </div>
          <div className="min-w-0">
            <LessonSections courseId={course.id} lessons={lessons} ownsAll={false} />
          </div>
        </div>
      </Container>
    </main>
  );
}
