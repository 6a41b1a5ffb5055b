import type { ReactNode } from "react";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Field, SelectField } from "~/ui/forms/field";
import { Icon } from "~/ui/icons";
import { type ListSpan, listOrders, type SpanProblem } from "./date-span";

export interface TypedSpan {
  span: ListSpan;
  typed: { from: string; to: string };
  problems: { from?: SpanProblem; to?: SpanProblem };
}

function SpanFields({ span, typed, problems }: TypedSpan) {
  const t = useText();
  const messageOf = (problem: SpanProblem | undefined) => problem && t(`people.${problem}`);
  // A date field rejects any other text.
  const dayValue = (day: string, problem: SpanProblem | undefined) => (problem === "badDay" ? "" : day);
  return (
    <>
      <Field
        name="from"
        type="date"
        label={t("people.from")}
        defaultValue={dayValue(typed.from, problems.from)}
        error={messageOf(problems.from)}
        className="grow basis-40"
      />
      <Field
        name="to"
        type="date"
        label={t("people.to")}
        defaultValue={dayValue(typed.to, problems.to)}
        error={messageOf(problems.to)}
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

/** `alone`: without a label above the search field. */
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
  typedSpan: TypedSpan;
  /** Values of the other filters, in words; empty ones are omitted. */
  chosen: readonly (string | false | undefined)[];
  /** Text without a filter. */
  none: string;
  children?: ReactNode;
}

export function FoldedFilters({ typedSpan, chosen, none, children }: FoldedFiltersProps) {
  const t = useText();
  const { from, to, order } = typedSpan.span;
  const now = [
    ...chosen,
    from && `${t("people.from").toLowerCase()} ${formatDay(from)}`,
    to && `${t("people.to").toLowerCase()} ${formatDay(to)}`,
    order === "oldest" && t("people.oldestFirst"),
  ].filter(Boolean);
  return (
    <details
      className="group/filters w-full"
      open={typedSpan.problems.from || typedSpan.problems.to ? true : undefined}
    >
      <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-2">
        <span className="font-semibold">{t("office.filters")}</span>
        <span className="text-ink-soft">{now.length > 0 ? now.join(", ") : none}</span>
        <Icon name="chevron-down" className="size-4 group-open/filters:rotate-180" />
      </summary>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-4 pt-2 pb-4">
        {children}
        <SpanFields {...typedSpan} />
      </div>
    </details>
  );
}

const formatDay = (day: string) => day.split("-").reverse().join("/");
