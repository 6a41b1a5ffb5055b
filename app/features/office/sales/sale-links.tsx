import { formatMoney } from "~/features/base/money/money";
import { useText } from "~/i18n/use-locale";
import type { SaleSums } from "./admin-sales.queries.server";

const wholeNumber = new Intl.NumberFormat("pt-BR");

/** The sums of the sales that are asked for. `limit`: above it there are none. */
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
        <dl
          key={currency}
          className="grid grid-cols-2 gap-x-6 gap-y-3 rounded-card bg-sunken px-5 py-4 sm:grid-cols-3 lg:grid-cols-6"
        >
          {(
            [
              [t("office.sumsSales"), wholeNumber.format(sales)],
              [t("office.amount"), formatMoney(sum.amountCents, currency)],
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
      ))}
    </section>
  );
}

const linkLook = "inline-flex min-h-11 items-center font-semibold underline underline-offset-4";

/** Links above the sales: the commission of a year as CSV, invoices, disputes and the platform's coupons. */
export function SaleLinks({ years }: { years: readonly number[] }) {
  const t = useText();
  return (
    <p className="mb-6 flex flex-wrap items-center gap-x-4 text-sm text-ink-soft">
      {t("payouts.commission")}
      {years.map((year) => (
        <a key={year} href={`/admin/commission.csv?year=${year}`} className={linkLook}>
          {`${year}.csv`}
        </a>
      ))}
      <a href="/admin/invoices" className={linkLook}>
        {t("office.invoices")}
      </a>
      <a href="/admin/disputes" className={linkLook}>
        {t("disputes.title")}
      </a>
      <a href="/admin/coupons" className={linkLook}>
        {t("coupons.title")}
      </a>
    </p>
  );
}
