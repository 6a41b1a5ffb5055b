import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refuseManyEdits } from "~/features/base/accounts/try-limits.server";
import { makeCourse } from "~/features/studio/courses/change-course.server";
import { CourseItem, NewCourseForm } from "~/features/studio/courses/course-list";
import { showCourses } from "~/features/studio/courses/show-courses.server";
import { creatorTitle } from "~/i18n/creator-titles";
import { decideLocale } from "~/i18n/page-language";
import { useText } from "~/i18n/use-locale";
import { readRepeatedForm, refuse } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { requireCreator } from "~/server/guards.server";
import { Card } from "~/ui/card";
import { Icon } from "~/ui/icons";
import { PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = (page) => creatorTitle(page, "courses");

export const headers = retryAfterHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  return showCourses(context.services, userId, decideLocale(new URL(request.url)));
}

/** Enough for the ids of all offered videos. */
const coursesFormBytes = 128 * 1024;

export async function action({ request, context }: ActionFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const { fields, listOf } = await readRepeatedForm(request, coursesFormBytes);
  const refused = await refuseManyEdits(context, userId, fields);
  if (refused) return refused;
  const made = await makeCourse(context.services, userId, fields, listOf("videos"));
  if (!made.ok) return refuse(made.problem);
  const title = made.publishable ? "courses.made" : "courses.madeEmpty";
  const flash = { tone: "success", title } as const;
  return goTo(`/creator/courses/${made.courseId}`, { request, context, flash });
}

export default function Courses() {
  const { courses, topics, shareBp, offered } = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  const t = useText();
  return (
    <div className="mx-auto max-w-3xl space-y-6">
      <PageHeader title={t("courses.title")} description={courses.length === 0 && t("courses.intro")} />
      {courses.length > 0 && (
        <ul className="space-y-4">
          {courses.map((course) => (
            <li key={course.id}>
              <CourseItem course={course} />
            </li>
          ))}
        </ul>
      )}
      <Card as="section">
        <details open={result.failed || courses.length === 0} className="group/new">
          <summary className="flex min-h-16 items-center justify-between gap-4 px-5 sm:px-6">
            <h2 className="text-xl">{t("courses.create")}</h2>
            <Icon name="chevron-down" className="size-5 group-open/new:rotate-180" />
          </summary>
          <div className="border-t border-line px-5 py-5 sm:px-6">
            <NewCourseForm topics={topics} shareBp={shareBp} offered={offered} result={result} />
          </div>
        </details>
      </Card>
    </div>
  );
}
