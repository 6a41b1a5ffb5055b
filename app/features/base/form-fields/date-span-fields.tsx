import type { ReactNode } from "react";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { SelectField } from "~/ui/forms/select-field";
import { Icon } from "~/ui/icons";
import { type ListSpan, listOrders, type SpanProblem } from "./date-span";

export interface TypedSpan {
  span: ListSpan;
  typed: { from: string; to: string };
  problems: { from?: SpanProblem; to?: SpanProblem };
}

/** Fields of a list's form: from which day to which, and which end comes first. */
function SpanFields({ span, typed, problems }: TypedSpan) {
  const t = useText();
  const said = (problem: SpanProblem | undefined) => problem && t(`people.${problem}`);
  // A date field rejects any other text.
  const shown = (day: string, problem: SpanProblem | undefined) => (problem === "badDay" ? "" : day);
  return (
    <>
      <Field
        name="from"
        type="date"
        label={t("people.from")}
        defaultValue={shown(typed.from, problems.from)}
        error={said(problems.from)}
        className="grow basis-40"
      />
      <Field
        name="to"
        type="date"
        label={t("people.to")}
        defaultValue={shown(typed.to, problems.to)}
        error={said(problems.to)}
        className="grow basis-40"
      />
      <SelectField
        name="order"
        label={t("people.order")}
        defaultValue={span.order}
        options={listOrders.map((order) => ({ value: order, label: t(`people.${order}First`) }))}
        className="grow basis-60"
      />
    </>
  );
}

/** The button beside a list's search field, whose label is above it unless `alone`: on phones its icon. */
export function SearchButton({ alone = false }: { alone?: boolean }) {
  const t = useText();
  return (
    <Button
      variant="secondary"
      className={alone ? "min-h-12 self-end" : "mt-[1.975rem] min-h-12"}
      aria-label={t("people.searchButton")}
    >
      <Icon name="search" />
      <span className="max-sm:hidden">{t("people.searchButton")}</span>
    </Button>
  );
}

interface FoldedFiltersProps {
  asked: TypedSpan;
  /** The values of the other filters, in words; empty ones are left out. */
  chosen: readonly (string | false | undefined)[];
  /** Says that no filter applies. */
  none: string;
  /** The fields of the other filters. */
  children?: ReactNode;
}

/** The filters of a list's form beside its search, folded behind their present values. */
export function FoldedFilters({ asked, chosen, none, children }: FoldedFiltersProps) {
  const t = useText();
  const { from, to, order } = asked.span;
  const now = [
    ...chosen,
    from && `${t("people.from").toLowerCase()} ${formatDay(from)}`,
    to && `${t("people.to").toLowerCase()} ${formatDay(to)}`,
    order === "oldest" && t("people.oldestFirst"),
  ].filter(Boolean);
  return (
    <details
      className="group/filters w-full"
      open={asked.problems.from || asked.problems.to ? true : undefined}
    >
      <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-2">
        <span className="font-semibold">{t("office.filters")}</span>
        <span className="text-ink-soft">{now.length > 0 ? now.join(", ") : none}</span>
        <Icon name="chevron-down" className="size-4 group-open/filters:rotate-180" />
      </summary>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-4 pt-2 pb-4">
        {children}
        <SpanFields {...asked} />
      </div>
    </details>
  );
}

/** Formats "2026-11-21" as "21/11/2026". */
const formatDay = (day: string) => day.split("-").reverse().join("/");
