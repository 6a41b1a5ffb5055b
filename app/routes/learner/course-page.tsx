import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { CourseDownload } from "~/features/playback/offline/download-link";
import { CreditNote, WordCourse } from "~/features/shop/sales-page/course-notes";
import { LessonSections } from "~/features/shop/sales-page/lesson-sections";
import { PurchaseQuestion } from "~/features/shop/sales-page/purchase-questions";
import { SalesPageLayout } from "~/features/shop/sales-page/sales-page-layout";
import { showCredit, showLessonParts } from "~/features/shop/sales-page/show-course.server";
import { findPageForSale, showSalesPage } from "~/features/shop/sales-page/show-sales-page.server";
import { pageLanguage } from "~/features/shop/sharing/open-graph";
import { parsePart } from "~/features/videos/courses/course-folding";
import { serverTexts } from "~/i18n/i18next.server";
import { formatMoney } from "~/i18n/money";
import { ShopTexts } from "~/i18n/shop-texts";
import { pageTexts } from "~/i18n/text-group";
import { useLocale, useText } from "~/i18n/use-locale";
import { currentViewer } from "~/platform/context.server";
import { goTo } from "~/platform/responses.server";
import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icons";

const CourseTexts = pageTexts(import.meta.glob("~/i18n/locales/*/course-page.ts"));

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.head ?? [];

/** A single video has its page at `/videos/`. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { services } = context;
  const url = new URL(request.url);
  const language = pageLanguage(url);
  const viewing = { url, locale: language.locale, viewer: currentViewer(context, request) };
  const page = await findPageForSale(services.db, params.videoId, "course", viewing);
  if (page.kind === "missing") throw new Response(null, { status: 404 });
  if (page.kind === "bought") throw await goTo(page.path, { request, context });
  if (page.kind === "moved") throw redirect(page.path, 301);
  if (page.kind === "inCourse") throw redirect(page.path, 302);
  const { row, viewer } = page;
  const credit = await showCredit(services.db, row, viewer);
  const priceCents = credit?.restCents ?? row.price_cents;
  const [shown, lessons] = await Promise.all([
    showSalesPage(services, row, { url, viewer, language, priceCents }),
    showLessonParts(services.db, row.id, { viewer, asked: parsePart(url) }),
  ]);
  if (viewer?.userId !== row.creator_id)
    context.visit.noteView({ videoId: row.id, previewKey: row.preview_key ?? undefined });
  const included = serverTexts[language.locale]("certificate.included");
  return {
    ...shown,
    lessons,
    files: row.certifies ? { included } : undefined,
    credit: shown.shown.step === "buy" || shown.shown.step === "held" ? credit : undefined,
  };
}

export default function CoursePage() {
  return (
    <ShopTexts>
      <CourseTexts>
        <Course />
      </CourseTexts>
    </ShopTexts>
  );
}

/** With credit for lessons, the button shows the remaining price. */
function Course() {
  const { lessons, files, credit, ...shown } = useLoaderData<typeof loader>();
  const { id, price_cents, currency } = shown.video;
  const { step } = shown.shown;
  const t = useText();
  const locale = useLocale();
  const note = credit && <CreditNote credit={credit} currency={currency} isHeld={step === "held"} />;
  return (
    <WordCourse
      buy={
        credit && credit.restCents > 0
          ? t("coursePage.buyFor", { price: formatMoney(price_cents, currency, locale) })
          : undefined
      }
    >
      <SalesPageLayout
        shown={shown}
        aboveTitle={
          <Badge tone="brand" className="mb-2">
            <Icon name="menu" className="size-4" />
            {t("coursePage.course")}
          </Badge>
        }
        abovePrice={note}
        box={{ listPriceCents: credit?.listPriceCents, note, files }}
        aboveDescription={
          <>
            {(step === "bought" || step === "own") && <CourseDownload id={id} />}
            <LessonSections courseId={id} lessons={lessons} ownsAll={step === "bought" || step === "own"} />
          </>
        }
        question={
          <PurchaseQuestion question={t("coursePage.askOwned")} answer={t("coursePage.askOwnedAnswer")} />
        }
      />
    </WordCourse>
  );
}
