import { useText } from "~/i18n/use-locale";
import { Field } from "~/ui/forms/field";
import { SelectField } from "~/ui/forms/select-field";
import { type ListSpan, listOrders, type SpanProblem } from "./date-span";

export interface TypedSpan {
  span: ListSpan;
  typed: { from: string; to: string };
  problems: { from?: SpanProblem; to?: SpanProblem };
}

/** Fields of a list's form: from which day to which, and which end comes first. */
export function SpanFields({ span, typed, problems }: TypedSpan) {
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
