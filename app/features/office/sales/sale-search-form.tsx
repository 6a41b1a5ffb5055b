import { Form } from "@remix-run/react";
import { SpanFields, type TypedSpan } from "~/features/base/form-fields/date-span-fields";
import { paymentMethods } from "~/features/base/money/payment-methods";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { besideField } from "~/ui/forms/beside-field";
import { Field } from "~/ui/forms/field";
import { SelectField } from "~/ui/forms/select-field";
import { Icon } from "~/ui/icons";
import { saleFilters, saleSorts } from "./sale-filter";
import { saleSearchMaxLength } from "./sale-search";

interface SaleSearchFormProps {
  typed: string;
  filter: string | undefined;
  method: string | undefined;
  asked: TypedSpan;
  sort: string | undefined;
  /** Keeps the list to one creator's sales. */
  creatorId: string | undefined;
}

/** The form that searches, filters and sorts the administrators' list of sales. */
export function SaleSearchForm({ typed, filter, method, asked, sort, creatorId }: SaleSearchFormProps) {
  const t = useText();
  return (
    <Form
      method="get"
      autoComplete="off"
      role="search"
      className="mb-8 flex flex-wrap items-start gap-x-3 gap-y-4"
    >
      <Field
        name="q"
        type="search"
        label={t("office.search")}
        hint={t("office.searchHint")}
        defaultValue={typed}
        maxLength={saleSearchMaxLength}
        className="grow basis-full sm:basis-64"
      />
      <SelectField
        name="status"
        label={t("office.filter")}
        placeholder={t("office.anyState")}
        defaultValue={filter ?? ""}
        options={saleFilters.map((value) => ({
          value,
          label:
            value === "byHand" || value === "refundFailed" || value === "claim" || value === "unreadable"
              ? t(`office.filter_${value}`)
              : t(`sales.${value}`),
        }))}
        className="grow basis-44"
      />
      <SelectField
        name="method"
        label={t("office.method")}
        placeholder={t("office.anyMethod")}
        defaultValue={method ?? ""}
        options={paymentMethods.map((value) => ({ value, label: t(`office.${value}Method`) }))}
        className="grow basis-44"
      />
      <SpanFields {...asked} />
      <SelectField
        name="sort"
        label={t("office.sort")}
        placeholder={t("office.sortByDate")}
        defaultValue={sort ?? ""}
        options={saleSorts.map((value) => ({ value, label: t(`office.sort_${value}`) }))}
        className="grow basis-44"
      />
      {creatorId && <input type="hidden" name="creator" value={creatorId} />}
      <Button variant="secondary" className={classNames("min-h-12 self-end sm:self-auto", besideField)}>
        <Icon name="search" />
        {t("office.searchButton")}
      </Button>
    </Form>
  );
}
