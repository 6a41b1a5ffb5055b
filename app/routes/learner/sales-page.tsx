import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SalesPageLayout } from "~/features/shop/sales-page/sales-page-layout";
import { findPageForSale, showSalesPage } from "~/features/shop/sales-page/show-sales-page.server";
import { pageLanguage } from "~/features/shop/sharing/open-graph";
import { describeCourses } from "~/features/videos/courses/describe-courses.server";
import { describeFiles } from "~/features/videos/lesson-files/describe-files.server";
import { decidePlayingDoubt } from "~/features/videos/media/conversion";
import { ShopTexts } from "~/i18n/shop-texts";
import { useLinkTo } from "~/i18n/use-locale";
import { currentViewer } from "~/platform/context.server";
import { goTo } from "~/platform/responses.server";
import { lazyForm } from "~/ui/forms/lazy-form";
import { Link } from "~/ui/link";

const FileList = lazyForm(
  "#files",
  async () => (await import("~/features/shop/sales-page/sales-extras")).FileList,
);

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.head ?? [];

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { services } = context;
  const url = new URL(request.url);
  const language = pageLanguage(url);
  const { locale } = language;
  const viewing = { url, locale, viewer: currentViewer(context, request) };
  const page = await findPageForSale(services.db, params.videoId, "video", viewing);
  if (page.kind === "missing") throw new Response(null, { status: 404 });
  if (page.kind === "bought") throw await goTo(page.path, { request, context });
  if (page.kind === "moved") throw redirect(page.path, 301);
  if (page.kind === "inCourse") throw redirect(page.path, 302);
  const { row, viewer } = page;
  const shown = await showSalesPage(services, row, { url, viewer, language, priceCents: row.price_cents });
  if (viewer?.userId !== row.creator_id)
    context.visit.noteView({ videoId: row.id, previewKey: row.preview_key ?? undefined });
  return {
    ...shown,
    files: describeFiles(row.attachments, locale),
    doubt: decidePlayingDoubt(row.conversion),
    inCourses: describeCourses(row.courses, locale),
  };
}

export default function SalesPage() {
  const { files, doubt, inCourses, ...shown } = useLoaderData<typeof loader>();
  const linkTo = useLinkTo();
  return (
    <ShopTexts>
      <SalesPageLayout
        shown={shown}
        box={{ doubt, files }}
        aboveDescription={inCourses.map(({ path, text }) => (
          <Link
            key={path}
            {...linkTo(path)}
            className="flex min-h-11 items-center underline underline-offset-4"
          >
            {text}
          </Link>
        ))}
        belowDescription={files && <FileList files={files} />}
      />
    </ShopTexts>
  );
}
