import { Form } from "@remix-run/react";
import { languageField } from "~/i18n/page-language";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { SelectField } from "~/ui/forms/select-field";
import { Icon } from "~/ui/icons";
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
  const isOther = !choices.some((days) => days.from === from && days.until === until);
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
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
      <details
        open={isOther || chosen !== undefined}
        key={`${from} ${until} ${chosen}`}
        className="group/period open:w-full"
      >
        <summary className="flex min-h-13 w-fit items-center gap-2 text-sm font-semibold text-ink-soft hover:text-ink">
          {t("figures.other")}
          <Icon name="chevron-down" className="size-4 group-open/period:rotate-180" />
        </summary>
        <Form method="get" autoComplete="off" className="flex flex-wrap items-end gap-3 pt-1 pb-2">
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
      </details>
    </div>
  );
}
