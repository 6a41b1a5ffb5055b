import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { parseSpan } from "~/features/base/form-fields/date-span";
import { formatDateTime } from "~/features/base/form-fields/dates";
import { formatMoney } from "~/features/base/money/money";
import { SaleStatusBadge } from "~/features/ledger/sales/sale-status-badge";
import { listSales } from "~/features/office/admin-sales/admin-sales.queries.server";
import { sumSaleMargins } from "~/features/office/admin-sales/margins.queries.server";
import { parseSaleFilter, saleFilters } from "~/features/office/admin-sales/sale-filter";
import {
  decideSaleSearch,
  parseSaleSearchText,
  saleSearchMaxLength,
} from "~/features/office/admin-sales/sale-search";
import { SpanFields } from "~/features/office/exports/date-span-fields";
import { exportParams } from "~/features/office/exports/export-filters";
import { ExportLinks } from "~/features/office/exports/export-links";
import { listTaxYears } from "~/features/payouts/taxes/tax-year";
import { metaText } from "~/i18n/meta-text";
import { useText } from "~/i18n/use-locale";
import { parseCursor } from "~/platform/keyset";
import { requireAdmin } from "~/server/guards.server";
import { Badge } from "~/ui/badge";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { classNames } from "~/ui/class-names";
import { EmptyState } from "~/ui/empty-state";
import { besideField } from "~/ui/forms/beside-field";
import { Field } from "~/ui/forms/field";
import { SelectField } from "~/ui/forms/select-field";
import { Icon } from "~/ui/icons";
import { PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = ({ location }) => metaText(location, "adminSales");

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const params = new URL(request.url).searchParams;
  const typed = parseSaleSearchText(params.get("q"));
  const filter = parseSaleFilter(params.get("status"));
  const asked = parseSpan(params);
  const page = await listSales(context.services.db, {
    search: decideSaleSearch(typed),
    filter,
    span: asked.span,
    after: parseCursor(params.get("after")),
  });
  const margins = await sumSaleMargins(
    context.services.db,
    page.rows.map(({ id }) => id),
  );
  const filters = exportParams({ kind: "sales", search: typed, filter, span: asked.span });
  const more = new URLSearchParams({ ...Object.fromEntries(filters), after: page.next ?? "" });
  return {
    typed,
    filter,
    asked,
    filters: String(filters),
    years: listTaxYears(context.services.clock()),
    next: page.next && `/admin/sales?${more}`,
    sales: page.rows.map(({ created_at, ...sale }) => ({
      ...sale,
      date: formatDateTime(created_at),
      marginCents: margins.get(sale.id),
    })),
  };
}

export default function AdminSales() {
  const { sales, next, typed, filter, asked, filters, years } = useLoaderData<typeof loader>();
  const t = useText();
  return (
    <>
      <PageHeader
        title={t("office.sales")}
        description={t("office.salesText")}
        actions={<ExportLinks key={filters} kind="sales" asked={filters} />}
        className="mb-8"
      />
      <p className="mb-6 flex flex-wrap items-center gap-x-4 text-sm text-ink-soft">
        {t("payouts.commission")}
        {years.map((year) => (
          <a
            key={year}
            href={`/admin/commission.csv?year=${year}`}
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            {`${year}.csv`}
          </a>
        ))}
      </p>
      <Form
        method="get"
        autoComplete="off"
        role="search"
        key={filters}
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
              value === "byHand" || value === "refundFailed" || value === "claim"
                ? t(`office.filter_${value}`)
                : t(`sales.${value}`),
          }))}
          className="grow basis-44"
        />
        <SpanFields {...asked} />
        <Button variant="secondary" className={classNames("min-h-12 self-end sm:self-auto", besideField)}>
          <Icon name="search" />
          {t("office.searchButton")}
        </Button>
      </Form>
      {sales.length === 0 ? (
        <EmptyState
          icon="search"
          title={t("office.noSales")}
          action={
            filters && (
              <ButtonLink to="/admin/sales" variant="secondary">
                {t("office.clear")}
              </ButtonLink>
            )
          }
        />
      ) : (
        <Card>
          <ul className="divide-y divide-line">
            {sales.map((sale) => (
              <li key={sale.id} className="relative hover:bg-sunken">
                <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-4 sm:px-6">
                  <div className="w-full min-w-0 sm:w-auto sm:grow sm:basis-48">
                    <Link
                      to={`/admin/sales/${sale.id}`}
                      className="font-semibold break-words after:absolute after:inset-0"
                    >
                      {sale.title}
                    </Link>
                    <p className="text-sm break-words text-ink-faint">
                      {sale.date} · {sale.buyer_email}
                    </p>
                  </div>
                  <span className="flex flex-wrap gap-2">
                    {sale.duplicate && <Badge tone="warn">{t("office.twice")}</Badge>}
                    <SaleStatusBadge status={sale.status} />
                  </span>
                  <p className="min-w-24 text-right text-lg font-bold tabular-nums">
                    {formatMoney(sale.amount_cents, sale.currency)}
                    {sale.marginCents !== undefined && (
                      <span className="block font-sans text-sm font-normal text-ink-soft">
                        {t("office.marginOf", { amount: formatMoney(sale.marginCents, sale.currency) })}
                      </span>
                    )}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {next && (
        <div className="mt-6 flex justify-center">
          <ButtonLink to={next} variant="secondary">
            {t("office.more")}
          </ButtonLink>
        </div>
      )}
    </>
  );
}
