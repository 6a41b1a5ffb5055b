import { Form, useNavigation } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { pricingField } from "~/features/base/money/price";
import { FreeSwitch, PriceField } from "~/features/base/money/price-field";
import { clockDuration, shortDuration } from "~/features/videos/listing/duration";
import { TopicField } from "~/features/videos/listing/listing-fields";
import { formatMoney, formatPrice } from "~/i18n/money";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field, TextAreaField } from "~/ui/forms/field";
import { FieldError } from "~/ui/forms/field-frame";
import { FormError, type FormFields } from "~/ui/forms/form-error";
import type { CoursesView } from "./show-courses.server";

export function CourseItem({ course }: { course: CoursesView["courses"][number] }) {
  const t = useText();
  const linkTo = useLinkTo();
  const locale = useLocale();
  const { id, title, lesson_count: count, duration_seconds: seconds, state } = course;
  const facts = [
    count === 1 ? t("courses.lessonOne") : t("courses.lessons", { count: count ?? 0 }),
    seconds === null ? "" : shortDuration(seconds),
    formatPrice(course.price_cents, course.currency, locale),
    state === "draft"
      ? ""
      : t(course.sales_count === 1 ? "courses.soldOne" : "courses.sold", { count: course.sales_count }),
  ];
  return (
    <Card className="p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="min-w-0 text-xl [overflow-wrap:anywhere]">{title}</h2>
        <Badge tone={state === "onSale" ? "success" : state === "suspended" ? "warn" : "neutral"}>
          {t(`courses.${state}`)}
        </Badge>
      </div>
      <p className="mt-1 text-sm text-ink-soft tabular-nums">{facts.filter(Boolean).join(", ")}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <ButtonLink
          {...linkTo(`/creator/courses/${id}`)}
          variant="secondary"
          size="small"
          aria-label={t("courses.editOf", { title })}
        >
          {t("courses.edit")}
        </ButtonLink>
        {(
          [
            ["courses.details", `/creator/videos/${id}/edit`],
            ...(state === "onSale" ? [["courses.page", `/courses/${id}`] as const] : []),
            ["courses.delete", `/creator/videos/${id}/delete`],
          ] as const
        ).map(([key, path]) => (
          <ButtonLink
            key={key}
            {...linkTo(path)}
            variant="quiet"
            size="small"
            aria-label={`${t(key)}: ${title}`}
          >
            {t(key)}
          </ButtonLink>
        ))}
      </div>
    </Card>
  );
}

interface NewCourseFormProps extends Pick<CoursesView, "topics" | "shareBp" | "offered"> {
  result: FormFields;
}

export function NewCourseForm({ topics, shareBp, offered, result }: NewCourseFormProps) {
  const { failed, errorOf, typedIn, field } = result;
  const saving = useNavigation().formMethod === "POST";
  const t = useText();
  const locale = useLocale();
  const [chosen, setChosen] = useState<ReadonlySet<FormDataEntryValue>>(new Set());
  const read = ({ currentTarget }: FormEvent<HTMLFormElement>) =>
    setChosen(new Set(new FormData(currentTarget).getAll("videos")));
  const parts = offered.filter(({ id }) => chosen.has(id));
  const sum = parts.reduce((total, { price_cents: cents }) => total + cents, 0);
  return (
    <Form method="post" onInput={read} className="space-y-6" noValidate>
      {failed && <FormError>{errorOf("form") ?? t("common.checkFields")}</FormError>}
      {offered.length > 0 && <VideoChoice label={t("courses.chooseVideos")} offered={offered} />}
      <Field {...field("title", "")} label={t("creator.title")} maxLength={200} required />
      <PriceField
        label={t("creator.price")}
        hint={
          parts.length > 1
            ? t("courses.sumOfParts", { count: parts.length, sum: formatMoney(sum, "BRL", locale) })
            : undefined
        }
        error={errorOf("price")}
        defaultValue={typedIn("price") ?? ""}
        currency="BRL"
        shareBp={shareBp}
        pricing={typedIn(pricingField)}
      />
      <FreeSwitch pricing={typedIn(pricingField)} />
      <TextAreaField {...field("description", "")} label={t("creator.description")} rows={3} required />
      <TopicField topics={topics} result={result} />
      <Button size="large" pending={saving}>
        {t("courses.make")}
      </Button>
    </Form>
  );
}

interface VideoChoiceProps {
  label: string;
  error?: string | undefined;
  offered: readonly { id: string; title: string; duration_seconds: number | null }[];
}

export function VideoChoice({ label, error, offered }: VideoChoiceProps) {
  return (
    <fieldset>
      <legend className="font-semibold">{label}</legend>
      <FieldError>{error}</FieldError>
      <div className="mt-2 max-h-80 overflow-y-auto rounded-control border border-line px-4 py-2">
        {offered.map(({ id, title, duration_seconds: seconds }) => (
          <label key={id} className="flex min-h-11 items-center gap-3">
            <input type="checkbox" name="videos" value={id} className="size-5 shrink-0" />
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{title}</span>
            {seconds !== null && (
              <span className="text-sm text-ink-soft tabular-nums">{clockDuration(seconds)}</span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
