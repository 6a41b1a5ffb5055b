import { Form, useNavigation } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { formatMoney } from "~/features/base/money/money";
import { pricingField } from "~/features/base/money/price";
import { FreeSwitch, PriceField } from "~/features/base/money/price-field";
import { TopicField } from "~/features/videos/listing/listing-fields";
import { useLocale, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { FormError } from "~/ui/forms/form-error";
import { TextAreaField } from "~/ui/forms/text-area-field";
import type { CoursesView } from "./show-courses.server";
import { VideoChoice } from "./video-choice";

interface NewCourseFormProps extends Pick<CoursesView, "topics" | "shareBp" | "offered"> {
  failed: boolean;
  errorOf: (field: string) => string | undefined;
  typedIn: (field: string) => string | undefined;
}

/** A new course: first its videos, then title and price. With script the sum of the videos' prices is shown. */
export function NewCourseForm({ topics, shareBp, offered, failed, errorOf, typedIn }: NewCourseFormProps) {
  const saving = useNavigation().formMethod === "POST";
  const t = useText();
  const locale = useLocale();
  const [chosen, setChosen] = useState<ReadonlySet<FormDataEntryValue>>(new Set());
  const field = (name: string) => ({ name, error: errorOf(name), defaultValue: typedIn(name) ?? "" });
  const read = ({ currentTarget }: FormEvent<HTMLFormElement>) =>
    setChosen(new Set(new FormData(currentTarget).getAll("videos")));
  const parts = offered.filter(({ id }) => chosen.has(id));
  const sum = parts.reduce((total, { price_cents: cents }) => total + cents, 0);
  return (
    <Form method="post" onInput={read} className="space-y-6" noValidate>
      {failed && <FormError>{errorOf("form") ?? t("common.checkFields")}</FormError>}
      {offered.length > 0 && <VideoChoice label={t("courses.chooseVideos")} offered={offered} />}
      <Field {...field("title")} label={t("creator.title")} maxLength={200} required />
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
      <TextAreaField {...field("description")} label={t("creator.description")} rows={3} required />
      <TopicField topics={topics} chosen={typedIn("topic") ?? ""} error={errorOf("topic")} />
      <Button size="large" pending={saving}>
        {t("courses.make")}
      </Button>
    </Form>
  );
}
