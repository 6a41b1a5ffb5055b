import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { refuseManyEdits } from "~/features/accounts/profile/edit-limit.server";
import { formatPrice } from "~/features/base/money/money";
import { pricingField } from "~/features/base/money/price";
import { PriceField } from "~/features/base/money/price-field";
import { findCreatorFeeBp } from "~/features/ledger/fees/creator-fees.queries.server";
import { makeCourse } from "~/features/studio/courses/change-course.server";
import { listOwnCourses } from "~/features/studio/courses/own-courses.queries.server";
import { shortDuration } from "~/features/videos/listing/duration";
import { TopicField } from "~/features/videos/listing/topic-field";
import { listTopics } from "~/features/videos/listing/topics.queries.server";
import { creatorTitle } from "~/i18n/creator-titles";
import { decideLocale } from "~/i18n/page-language";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { refuse } from "~/platform/forms/action-result.server";
import { readForm } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo } from "~/platform/responses.server";
import { retryAfterHeaders } from "~/platform/retry-after-headers";
import { requireCreator } from "~/server/guards.server";
import { Badge } from "~/ui/badge";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field } from "~/ui/forms/field";
import { FormError } from "~/ui/forms/form-error";
import { TextAreaField } from "~/ui/forms/text-area-field";
import { BackLink } from "~/ui/page-frame/back-link";
import { PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = (page) => creatorTitle(page, "courses");

export const headers = retryAfterHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const { db, clock } = context.services;
  const [courses, topics, shareBp] = await Promise.all([
    listOwnCourses(db, userId),
    listTopics(db, decideLocale(new URL(request.url))),
    findCreatorFeeBp(db, userId, clock()),
  ]);
  return { courses, topics, shareBp };
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

type Listed = ReturnType<typeof useLoaderData<typeof loader>>["courses"][number];

function CourseItem({ course }: { course: Listed }) {
  const t = useText();
  const linkTo = useLinkTo();
  const locale = useLocale();
  const { id, title, lesson_count: count, duration_seconds: seconds } = course;
  const state = course.suspended_at ? "suspended" : course.published_at ? "onSale" : "draft";
  const facts = [
    count === 1 ? t("courses.lessonOne") : t("courses.lessons", { count: count ?? 0 }),
    seconds === null ? "" : shortDuration(seconds),
    formatPrice(course.price_cents, course.currency, locale),
    state === "draft" ? "" : t("creator.soldTimes", { count: course.sales_count }),
  ];
  return (
    <Card className="p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="min-w-0 text-xl [overflow-wrap:anywhere]">{title}</h2>
        <Badge tone={state === "onSale" ? "success" : state === "suspended" ? "warn" : "neutral"}>
          {t(`courses.${state}`)}
        </Badge>
      </div>
      <p className="mt-1 text-sm text-ink-soft tabular-nums">{facts.filter(Boolean).join(" · ")}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <ButtonLink
          {...linkTo(`/creator/courses/${id}`)}
          variant="secondary"
          size="small"
          aria-label={t("courses.editOf", { title })}
        >
          {t("courses.edit")}
        </ButtonLink>
        <ButtonLink
          {...linkTo(`/creator/videos/${id}/edit`)}
          variant="quiet"
          size="small"
          aria-label={`${t("courses.details")}: ${title}`}
        >
          {t("courses.details")}
        </ButtonLink>
        {state === "onSale" && (
          <ButtonLink
            {...linkTo(`/courses/${id}`)}
            variant="quiet"
            size="small"
            aria-label={`${t("courses.page")}: ${title}`}
          >
            {t("courses.page")}
          </ButtonLink>
        )}
        <ButtonLink
          {...linkTo(`/creator/videos/${id}/delete`)}
          variant="quiet"
          size="small"
          aria-label={`${t("courses.delete")}: ${title}`}
        >
          {t("courses.delete")}
        </ButtonLink>
      </div>
    </Card>
  );
}
