import { Form } from "@remix-run/react";
import { languageField } from "~/i18n/page-language";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { SelectField } from "~/ui/forms/select-field";
import { Link } from "~/ui/link";
import type { FiguresView } from "./show-figures.server";

type PeriodFormProps = Pick<FiguresView, "from" | "until" | "chosen" | "offered" | "choices">;

/** Chooses the period and the video: links for usual periods, a form for any other. */
export function PeriodForm({ from, until, chosen, offered, choices }: PeriodFormProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const language = languageField(useLocale());
  const pathOf = (choice: { from: string; until: string }) =>
    `/creator/figures?${new URLSearchParams({ from: choice.from, until: choice.until, ...(chosen ? { video: chosen } : {}) })}`;
  return (
    <div className="mt-6 space-y-4">
      <nav aria-label={t("figures.periods")}>
        <ul className="inline-flex flex-wrap gap-1 rounded-control bg-sunken p-1">
          {choices.map(({ choice, ...days }) => {
            const isShown = days.from === from && days.until === until;
            return (
              <li key={choice}>
                <Link
                  {...linkTo(pathOf(days))}
                  aria-current={isShown ? "page" : undefined}
                  className="inline-flex min-h-11 items-center rounded-control px-4 text-sm font-semibold text-ink-soft hover:text-ink aria-[current]:bg-raised aria-[current]:text-ink aria-[current]:shadow-card"
                >
                  {t(`figures.${choice}`)}
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
      <Form
        method="get"
        autoComplete="off"
        className="flex flex-wrap items-end gap-3"
        key={`${from} ${until} ${chosen}`}
      >
        {language && <input type="hidden" {...language} />}
        <SelectField
          label={t("figures.video")}
          name="video"
          defaultValue={chosen ?? ""}
          placeholder={t("figures.allVideos")}
          options={offered.map(({ id, title }) => ({ value: id, label: title }))}
          className="w-full sm:w-72"
        />
        <Field
          label={t("figures.from")}
          name="from"
          type="date"
          defaultValue={from}
          className="w-40 max-w-full flex-1 sm:flex-none"
        />
        <Field
          label={t("figures.until")}
          name="until"
          type="date"
          defaultValue={until}
          className="w-40 max-w-full flex-1 sm:flex-none"
        />
        <Button variant="secondary">{t("figures.show")}</Button>
      </Form>
    </div>
  );
}
