import { Form } from "@remix-run/react";
import { FoldedFilters, SearchButton, type TypedSpan } from "~/features/base/form-fields/date-span-fields";
import { type PaymentMethod, paymentMethods } from "~/features/money/ledger/sale-status";
import { formatMoney } from "~/i18n/money";
import { useText } from "~/i18n/use-locale";
import { Field, SelectField } from "~/ui/forms/field";
import type { SaleSums } from "./admin-sales.queries.server";
import { type SaleFilter, type SaleSort, saleFilters, saleSearchMaxLength, saleSorts } from "./sale-search";

interface SaleSearchFormProps {
  typed: string;
  filter: SaleFilter | undefined;
  method: PaymentMethod | undefined;
  asked: TypedSpan;
  sort: SaleSort | undefined;
  creatorId: string | undefined;
}

export function SaleSearchForm({ typed, filter, method, asked, sort, creatorId }: SaleSearchFormProps) {
  const t = useText();
  const statusName = (value: SaleFilter) =>
    value === "byHand" || value === "refundFailed" || value === "claim" || value === "unreadable"
      ? t(`office.filter_${value}`)
      : t(`sales.${value}`);
  return (
    <Form method="get" autoComplete="off" role="search" className="mb-4 flex flex-wrap items-start gap-x-3">
      <Field
        name="q"
        type="search"
        label={t("office.search")}
        placeholder={t("office.searchExample")}
        defaultValue={typed}
        maxLength={saleSearchMaxLength}
        className="grow basis-40 [&_label]:sr-only"
      />
      <SearchButton alone />
      {creatorId && <input type="hidden" name="creator" value={creatorId} />}
      <FoldedFilters
        typedSpan={asked}
        chosen={[
          filter && statusName(filter),
          method && t(`office.${method}Method`),
          sort && t(`office.sort_${sort}`),
        ]}
        none={t("office.anyState")}
      >
        <SelectField
          name="status"
          label={t("office.filter")}
          placeholder={t("office.anyState")}
          defaultValue={filter ?? ""}
          options={saleFilters.map((value) => ({ value, label: statusName(value) }))}
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
        <SelectField
          name="sort"
          label={t("office.sort")}
          placeholder={t("office.sortByDate")}
          defaultValue={sort ?? ""}
          options={saleSorts.map((value) => ({ value, label: t(`office.sort_${value}`) }))}
          className="grow basis-44"
        />
      </FoldedFilters>
    </Form>
  );
}

const wholeNumber = new Intl.NumberFormat("pt-BR");

/** No sums above `limit`. */
export function SaleSumsLine({ sums, limit }: { sums: readonly SaleSums[] | undefined; limit: number }) {
  const t = useText();
  if (!sums)
    return (
      <p className="mb-4 text-sm text-ink-soft">
        {t("office.sumsMany", { count: wholeNumber.format(limit) })}
      </p>
    );
  return (
    <section aria-label={t("office.sums")} className="mb-4 space-y-3">
      {sums.map(({ currency, sales, ...sum }) => (
        <details key={currency} className="border-y border-line">
          <summary className="flex min-h-12 cursor-pointer flex-wrap items-center gap-x-2">
            <strong className="text-lg tabular-nums">{formatMoney(sum.amountCents, currency)}</strong>
            <span className="text-ink-soft">
              {sales === 1 ? t("office.sumsOfOne") : t("office.sumsOf", { count: wholeNumber.format(sales) })}
            </span>
            <span className="ml-auto font-semibold underline underline-offset-4">{t("office.sumsOpen")}</span>
          </summary>
          <dl className="grid grid-cols-2 gap-x-6 gap-y-3 py-4 sm:grid-cols-4">
            {(
              [
                [t("office.sumsCreators"), formatMoney(sum.creatorCents, currency)],
                [t("office.fees"), formatMoney(sum.platformCents, currency)],
                [t("office.providerFee"), formatMoney(sum.providerCents, currency)],
                [t("office.sumsBack"), formatMoney(sum.backCents, currency)],
              ] as const
            ).map(([label, value]) => (
              <div key={label}>
                <dt className="text-sm text-ink-soft">{label}</dt>
                <dd className="font-semibold tabular-nums">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      ))}
    </section>
  );
}
