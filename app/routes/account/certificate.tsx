import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { brandName } from "~/brand";
import { refuseManyEdits } from "~/features/base/accounts/try-limits.server";
import { issueOrCorrectCertificate } from "~/features/playback/certificates/issue-certificate.server";
import { showOwnCertificate } from "~/features/playback/certificates/show-certificate.server";
import { CourseEnd } from "~/features/shop/watch-page/course-end";
import { findEndOfCourse } from "~/features/shop/watch-page/show-watch-page.server";
import { serverTexts } from "~/i18n/i18next.server";
import { LearningTexts } from "~/i18n/learning-texts";
import { decideLocale } from "~/i18n/page-language";
import { ShopTexts } from "~/i18n/shop-texts";
import { readForm, refuse } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { requireViewer } from "~/server/guards.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.title} · ${brandName}` : brandName },
];

export const headers = retryAfterHeaders;

/** 404 also for a course whose creator gives no certificates. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId } = await requireViewer({ request, context });
  const courseId = parseId(params.courseId);
  const locale = decideLocale(new URL(request.url));
  const { services } = context;
  const shown = courseId && (await showOwnCertificate(services, { userId, courseId }, locale));
  if (!shown) throw new Response(null, { status: 404 });
  const end = await findEndOfCourse(services.db, { courseId, userId, locale });
  return { title: serverTexts[locale]("certificate.title"), courseId, shown, ...end };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { userId } = await requireViewer({ request, context });
  const courseId = parseId(params.courseId);
  const fields = await readForm(request);
  if (!courseId) throw new Response(null, { status: 404 });
  const refused = await refuseManyEdits(context, userId, fields);
  if (refused) return refused;
  const changed = await issueOrCorrectCertificate(context.services, { userId, courseId }, fields);
  const page = `/courses/${courseId}/certificate`;
  if (changed.ok)
    return goTo(page, {
      request,
      context,
      flash: { tone: "success", title: `certificate.${changed.done}` },
    });
  if (changed.error === "form") return refuse(changed.problem);
  if (changed.error === "notFound") throw new Response(null, { status: 404 });
  return goTo(page, { request, context, flash: { tone: "info", title: `certificate.${changed.error}` } });
}

export default function Certificate() {
  return (
    <ShopTexts>
      <LearningTexts>
        <Content />
      </LearningTexts>
    </ShopTexts>
  );
}

function Content() {
  const { title: _, ...page } = useLoaderData<typeof loader>();
  return <CourseEnd {...page} result={useActionResult(useActionData<typeof action>())} />;
}
