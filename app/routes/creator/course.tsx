import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { refuseManyEdits } from "~/features/base/accounts/try-limits.server";
import { changeCourse, coverFromLessons } from "~/features/studio/courses/change-course.server";
import { VideoChoice } from "~/features/studio/courses/course-list";
import { LessonList, openLessonField } from "~/features/studio/courses/lesson-list";
import {
  findOwnCourse,
  listOfferedVideos,
  listOwnLessons,
} from "~/features/studio/courses/own-courses.queries.server";
import { showOwnParts } from "~/features/studio/courses/show-courses.server";
import { parsePart } from "~/features/videos/courses/course-folding";
import { creatorTitle } from "~/i18n/creator-titles";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { readRepeatedForm, refuse } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { requireCreator } from "~/server/guards.server";
import { Button, ButtonLink } from "~/ui/button";
import { Field, SelectField } from "~/ui/forms/field";
import { FormError, type FormFields } from "~/ui/forms/form-error";
import { Icon } from "~/ui/icons";
import { BackLink, PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = (page) => creatorTitle(page, "editCourse");

export const headers = retryAfterHeaders;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const courseId = parseId(params.courseId);
  const { db } = context.services;
  const ownCourse = courseId && { creatorId: userId, courseId };
  const course = ownCourse && (await findOwnCourse(db, ownCourse));
  if (!course || !ownCourse) throw new Response(null, { status: 404 });
  const [lessons, offered] = await Promise.all([
    listOwnLessons(db, course.id),
    listOfferedVideos(db, ownCourse),
  ]);
  const url = new URL(request.url);
  const lessonId = parseId(url.searchParams.get(openLessonField));
  return {
    course: {
      id: course.id,
      title: course.title,
      isDraft: course.published_at === null,
      certifies: course.certifies,
    },
    count: lessons.length,
    ...showOwnParts(lessons, { asked: parsePart(url), lessonId }),
    offered,
  };
}

/** Enough for the ids of all offered videos. */
const formMaxBytes = 128 * 1024;

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const courseId = parseId(params.courseId);
  const sent = await readRepeatedForm(request, formMaxBytes);
  const refused = await refuseManyEdits(context, userId, sent.fields);
  if (refused) return refused;
  const changed = courseId
    ? await changeCourse(context.services, { creatorId: userId, courseId }, sent)
    : ({ ok: false, error: "notFound" } as const);
  if (changed.ok) {
    if (changed.done === "published" && courseId) {
      // The course goes on sale without a cover, too.
      await coverFromLessons(context.services, { creatorId: userId, courseId }).catch((error: unknown) =>
        context.log.error({ err: error }, "the cover of a course could not be made"),
      );
    }
    const flash =
      changed.done === "published" || !context.isDataRequest
        ? ({ tone: "success", title: `courses.${changed.done}` } as const)
        : undefined;
    const open = sent.fields[openLessonField];
    const lessonId = parseId(open === "" ? sent.listOf("videos")[0] : open);
    const opened = lessonId ? `?${openLessonField}=${lessonId}` : "";
    return goTo(`/creator/courses/${courseId}${opened}`, { request, context, ...(flash && { flash }) });
  }
  if ("error" in changed) throw new Response(null, { status: 404 });
  return refuse(changed.problem);
}

export default function Course() {
  const { course, count, parts, isLong, offered } = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        above={<BackLink {...linkTo("/creator/courses")}>{t("courses.title")}</BackLink>}
        title={course.title}
        className="mb-6"
      />
      <div className="mb-8 flex flex-wrap gap-3">
        <ButtonLink {...linkTo(`/creator/videos/${course.id}/edit`)} variant="secondary">
          {t("courses.details")}
        </ButtonLink>
        {!course.isDraft && (
          <ButtonLink {...linkTo(`/courses/${course.id}`)} variant="secondary">
            {t("courses.page")}
          </ButtonLink>
        )}
      </div>
      {result.failed && <FormError>{result.errorOf("form") ?? t("common.checkFields")}</FormError>}
      {count === 0 ? (
        <p className="text-ink-soft">{t("courses.noLessons")}</p>
      ) : (
        <>
          <LessonList parts={parts} count={count} isLong={isLong} />
          {!course.isDraft && <p className="mt-3 text-sm text-ink-soft">{t("courses.removedKeep")}</p>}
        </>
      )}
      <details open={count === 0 || result.errorOf("videos") !== undefined} className="group/add mt-6">
        <summary className="flex min-h-14 items-center justify-between gap-4 border-y border-line font-semibold">
          {t("courses.add")}
          <Icon name="chevron-down" className="size-5 group-open/add:rotate-180" />
        </summary>
        <AddForm count={count} isLong={isLong} parts={parts} offered={offered} result={result} />
      </details>
      <CertificateForm certifies={course.certifies} />
      {course.isDraft && <PublishForm />}
    </div>
  );
}

function CertificateForm({ certifies }: { certifies: boolean }) {
  const t = useText();
  const intent = certifies ? "notCertify" : "certify";
  const pending = useNavigation().formData?.get("intent") === intent;
  return (
    <Form
      method="post"
      className="flex min-h-14 flex-wrap items-center justify-between gap-4 border-b border-line py-3"
    >
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="font-sans text-base font-semibold tracking-normal">{t("courses.certificate")}</h2>
        <p className="text-sm text-ink-soft">{t(certifies ? "courses.certifies" : "courses.certifiesNot")}</p>
      </div>
      <input type="hidden" name="intent" value={intent} />
      <Button variant="secondary" size="small" pending={pending}>
        {t(certifies ? "courses.notCertify" : "courses.certify")}
      </Button>
    </Form>
  );
}

function PublishForm() {
  const t = useText();
  const pending = useNavigation().formData?.get("intent") === "publish";
  return (
    <Form method="post" className="mt-8">
      <input type="hidden" name="intent" value="publish" />
      <p className="mb-4 text-ink-soft">{t("courses.publishHint")}</p>
      <Button size="large" className="w-full" pending={pending}>
        {t("courses.publish")}
      </Button>
    </Form>
  );
}

interface AddFormProps {
  count: number;
  isLong: boolean;
  parts: { section: string }[];
  offered: { id: string; title: string; duration_seconds: number | null }[];
  result: FormFields;
}

function AddForm({ count, isLong, parts, offered, result: { errorOf, field } }: AddFormProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const pending = useNavigation().formData?.get("intent") === "add";
  const sections = [...new Set(parts.map(({ section }) => section))];
  const error = errorOf("videos");
  if (offered.length === 0) {
    return (
      <div className="py-6">
        <p className="mb-4 text-ink-soft">{t("courses.noneLeft")}</p>
        <ButtonLink {...linkTo("/creator/upload")} variant="secondary">
          {t("courses.uploadMore")}
        </ButtonLink>
      </div>
    );
  }
  return (
    // Empty again after lessons were added.
    <Form key={count} method="post" className="space-y-6 py-6">
      <input type="hidden" name="intent" value="add" />
      {/* Opens the part with the first added lesson. */}
      {isLong && <input type="hidden" name={openLessonField} value="" />}
      <VideoChoice label={t("courses.addHint")} error={error} offered={offered} />
      <div className="grid gap-6 sm:grid-cols-2">
        {sections.length > 0 && (
          <SelectField
            {...field("section", sections.at(-1) ?? "")}
            label={t("courses.section")}
            options={sections.map((section) => ({
              value: section,
              label: section || t("courses.noSection"),
            }))}
          />
        )}
        <Field {...field("newSection", "")} label={t("courses.newSection")} maxLength={120} />
      </div>
      <Button variant="secondary" size="large" className="w-full" pending={pending}>
        {t("courses.add")}
      </Button>
    </Form>
  );
}
