import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { parseSpan } from "~/features/base/form-fields/date-span";
import { exportParams } from "~/features/office/exports/export-filters";
import { ExportLinks } from "~/features/office/exports/export-links";
import {
  decideSaleSearch,
  parseMethodFilter,
  parseSaleFilter,
  parseSaleSearchText,
  parseSaleSort,
} from "~/features/office/sales/sale-search";
import { SaleSearchForm, SaleSumsLine } from "~/features/office/sales/sale-search-form";
import { SaleTable } from "~/features/office/sales/sale-table";
import { showSales } from "~/features/office/sales/show-sale.server";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { parseId } from "~/platform/forms/record-id";
import { parseCursor } from "~/platform/keyset";
import { requireAdmin } from "~/server/guards.server";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { TextLink } from "~/ui/link";
import { PageHeader } from "~/ui/page-frame/page-header";
import { PageLinks } from "~/ui/page-links";

export const meta: MetaFunction = () => officeTitle("adminSales");

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const params = new URL(request.url).searchParams;
  const typed = parseSaleSearchText(params.get("q"));
  const filter = parseSaleFilter(params.get("status"));
  const asked = parseSpan(params);
  const method = parseMethodFilter(params.get("method"));
  const sort = parseSaleSort(params.get("sort"));
  const creatorId = parseId(params.get("creator") ?? undefined);
  const question = { search: decideSaleSearch(typed), filter, method, creatorId, span: asked.span };
  const after = parseCursor(params.get("after"));
  const shown = await showSales(context.services, question, { sort, after });
  const filters = exportParams({ kind: "sales", search: typed, filter, method, creatorId, span: asked.span });
  const addressWith = (added: Record<string, string>) =>
    `/admin/sales?${new URLSearchParams({ ...Object.fromEntries(filters), ...added })}`;
  const nextSort = sort === undefined ? "highest" : sort === "highest" ? "lowest" : undefined;
  return {
    ...shown,
    typed,
    filter,
    method,
    asked,
    filters: String(filters),
    sort,
    byAmount: { now: sort ?? ("none" as const), to: addressWith(nextSort ? { sort: nextSort } : {}) },
    next: shown.next && addressWith({ ...(sort && { sort }), after: shown.next }),
  };
}

export default function AdminSales() {
  const { sales, next, typed, filter, method, asked, filters, sums, limit, sort, creator, byAmount } =
    useLoaderData<typeof loader>();
  const t = useText();
  return (
    <>
      <PageHeader
        title={t("office.sales")}
        actions={
          <div className="flex flex-wrap gap-3 max-sm:hidden">
            <ButtonLink to="/admin/invoices" variant="quiet" size="small">
              {t("office.documents")}
            </ButtonLink>
            <ExportLinks key={filters} kind="sales" asked={filters} inMenu />
          </div>
        }
        className="mb-4"
      />
      <SaleSearchForm
        key={filters}
        typed={typed}
        filter={filter}
        method={method}
        asked={asked}
        sort={sort}
        creatorId={creator?.id}
      />
      {creator && (
        <p className="mb-6 flex flex-wrap items-center gap-x-4">
          {t("office.onlyCreator", { name: creator.name })}
          <TextLink to="/admin/sales">{t("office.clear")}</TextLink>
        </p>
      )}
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
        <>
          <SaleSumsLine sums={sums} limit={limit} />
          <SaleTable sales={sales} byAmount={byAmount} />
        </>
      )}
      <div className="mt-6 flex flex-wrap gap-3 sm:hidden">
        <ButtonLink to="/admin/invoices" variant="quiet" size="small">
          {t("office.documents")}
        </ButtonLink>
        <ExportLinks key={filters} kind="sales" asked={filters} inMenu />
      </div>
      <PageLinks next={next ? { to: next, label: t("office.more") } : undefined} />
    </>
  );
}
