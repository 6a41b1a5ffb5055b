import { useText } from "~/i18n/use-locale";

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
