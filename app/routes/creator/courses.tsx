import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { refuseManyEdits } from "~/features/accounts/accounts/edit-limit.server";
import { pricingField } from "~/features/base/money/price";
import { PriceField } from "~/features/base/money/price-field";
import { makeCourse } from "~/features/studio/courses/change-course.server";
import { CourseItem } from "~/features/studio/courses/course-item";
import { showCourses } from "~/features/studio/courses/show-courses.server";
import { TopicField } from "~/features/videos/listing/topic-field";
import { creatorTitle } from "~/i18n/creator-titles";
import { decideLocale } from "~/i18n/page-language";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { refuse } from "~/platform/forms/action-result.server";
import { readForm } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo } from "~/platform/responses.server";
import { retryAfterHeaders } from "~/platform/retry-after-headers";
import { requireCreator } from "~/server/guards.server";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { FormError } from "~/ui/forms/form-error";
import { TextAreaField } from "~/ui/forms/text-area-field";
import { BackLink } from "~/ui/page-frame/back-link";
import { PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = (page) => creatorTitle(page, "courses");

export const headers = retryAfterHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  return showCourses(context.services, userId, decideLocale(new URL(request.url)));
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const fields = await readForm(request);
  const refused = await refuseManyEdits(context, userId, fields);
  if (refused) return refused;
  const made = await makeCourse(context.services, userId, fields);
  if (!made.ok) return refuse(made.problem);
  const flash = { tone: "success", title: "courses.made" } as const;
  return goTo(`/creator/courses/${made.courseId}`, { request, context, flash });
}

/** The courses of a creator, and the form of a new one. */
export default function Courses() {
  const { courses, topics, shareBp } = useLoaderData<typeof loader>();
  const { failed, errorOf, typedIn } = useActionResult(useActionData<typeof action>());
  const saving = useNavigation().formMethod === "POST";
  const t = useText();
  const linkTo = useLinkTo();
  const field = (name: string) => ({ name, error: errorOf(name), defaultValue: typedIn(name) ?? "" });
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        above={<BackLink {...linkTo("/creator/videos")}>{t("creator.myVideos")}</BackLink>}
        title={t("courses.title")}
        description={t("courses.intro")}
        className="mb-8"
      />
      {courses.length === 0 ? (
        <p className="text-ink-soft">{t("courses.none")}</p>
      ) : (
        <ul className="space-y-4">
          {courses.map((course) => (
            <li key={course.id}>
              <CourseItem course={course} />
            </li>
          ))}
        </ul>
      )}
      <Form method="post" className="mt-12 space-y-6" noValidate>
        <h2 className="text-2xl">{t("courses.create")}</h2>
        {failed && <FormError>{errorOf("form") ?? t("common.checkFields")}</FormError>}
        <Field {...field("title")} label={t("creator.title")} maxLength={200} required />
        <TextAreaField {...field("description")} label={t("creator.description")} rows={5} required />
        <TopicField topics={topics} chosen={typedIn("topic") ?? ""} error={errorOf("topic")} />
        <PriceField
          label={t("creator.price")}
          hint={undefined}
          error={errorOf("price")}
          defaultValue={typedIn("price") ?? ""}
          currency="BRL"
          shareBp={shareBp}
          pricing={typedIn(pricingField)}
        />
        <Button size="large" className="w-full" pending={saving}>
          {t("courses.make")}
        </Button>
      </Form>
    </div>
  );
}
