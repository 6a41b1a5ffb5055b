import type { SaleStatus } from "~/features/money/ledger/sale-status";
import { SaleStatusBadge } from "~/features/money/ledger/sale-status-badge";
import { type Currency, formatMoney } from "~/i18n/money";
import { useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { Card } from "~/ui/card";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import { classNames } from "~/ui/looks";

interface TableSale {
  id: string;
  purchase_number: string;
  date: string;
  title: string;
  amount_cents: number;
  marginCents: number | undefined;
  currency: Currency;
  status: SaleStatus;
  duplicate: boolean;
  payment_method: "card" | "pix" | "boleto" | "other" | null;
  buyer_email: string;
  coupon: string | null;
  creator_id: string;
  creator_name: string | null;
}

interface AmountOrder {
  now: "highest" | "lowest" | "none";
  to: string;
}

const sorted = { highest: "descending", lowest: "ascending", none: "none" } as const;

export function SaleTable({ sales, byAmount }: { sales: readonly TableSale[]; byAmount: AmountOrder }) {
  const t = useText();
  return (
    <Card>
      <table className="w-full text-left max-lg:block">
        <caption className="sr-only">{t("office.table")}</caption>
        <thead className="bg-sunken text-sm text-ink-soft max-lg:sr-only">
          <tr>
            <th scope="col" className="py-2 pr-3 pl-5 font-semibold">
              {t("office.product")}
            </th>
            <th scope="col" className="px-3 py-2 font-semibold">
              {t("office.buyer")}
            </th>
            <th scope="col" className="px-3 py-2 font-semibold">
              {t("office.statusOf")}
            </th>
            <th scope="col" className="px-3 py-2 text-right font-semibold" aria-sort={sorted[byAmount.now]}>
              <Link
                to={byAmount.to}
                className="inline-flex min-h-11 items-center gap-1 whitespace-nowrap underline underline-offset-4 max-lg:hidden"
              >
                {t("office.amount")}
                {byAmount.now !== "none" && (
                  <Icon
                    name="chevron-down"
                    className={byAmount.now === "lowest" ? "size-4 rotate-180" : "size-4"}
                  />
                )}
              </Link>
              <span className="lg:hidden">{t("office.amount")}</span>
            </th>
            <th scope="col" className="py-2 pr-5 pl-3 text-right font-semibold">
              {t("office.net")}
            </th>
          </tr>
        </thead>
        <tbody className="max-lg:block">
          {sales.map((sale) => (
            <Row key={sale.id} sale={sale} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Row({ sale }: { sale: TableSale }) {
  const t = useText();
  const money = (cents: number | null | undefined) =>
    cents === null || cents === undefined ? "—" : formatMoney(cents, sale.currency);
  return (
    <tr className="border-t border-line hover:bg-sunken max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:gap-x-4 max-lg:px-5 max-lg:py-3">
      <th scope="row" className="pr-3 font-normal lg:py-2 lg:max-w-72 lg:pl-5">
        <Link
          to={`/admin/sales/${sale.id}`}
          className="inline-flex min-h-11 items-center font-semibold break-words underline-offset-4 hover:underline"
        >
          {sale.title}
        </Link>
        <span className="block text-sm break-words text-ink-soft max-lg:hidden">
          <CreatorLink sale={sale} className="inline-flex min-h-6 items-center pointer-coarse:min-h-11" />
        </span>
      </th>
      <td className="text-sm lg:px-3 lg:py-2 max-lg:row-start-2">
        <span className="block [overflow-wrap:anywhere]">{sale.buyer_email}</span>
        <span className="block text-ink-soft tabular-nums">
          {sale.purchase_number} · {sale.date}
          <span className="lg:hidden">
            {" · "}
            <CreatorLink sale={sale} />
          </span>
        </span>
      </td>
      <td className="lg:px-3 lg:py-2 max-lg:row-start-2">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm max-lg:flex-col max-lg:items-end">
          <SaleStatusBadge status={sale.status} />
          {sale.duplicate && <Badge tone="warn">{t("office.twice")}</Badge>}
          {sale.payment_method && (
            <span className="text-ink-soft">{t(`office.${sale.payment_method}Method`)}</span>
          )}
          {sale.coupon && (
            <span className="break-words text-ink-soft">{t("office.withCoupon", { code: sale.coupon })}</span>
          )}
        </span>
      </td>
      <td className="py-2.5 text-right font-bold whitespace-nowrap tabular-nums lg:px-3 max-lg:col-start-2 max-lg:row-start-1">
        {money(sale.amount_cents)}
      </td>
      <td className="py-2 pr-5 pl-3 text-right text-sm whitespace-nowrap tabular-nums max-lg:hidden">
        {money(sale.marginCents)}
      </td>
    </tr>
  );
}

function CreatorLink({ sale, className }: { sale: TableSale; className?: string }) {
  if (!sale.creator_name) return "—";
  return (
    <Link
      to={`/admin/creators/${sale.creator_id}`}
      className={classNames("underline underline-offset-4 [overflow-wrap:anywhere]", className)}
    >
      {sale.creator_name}
    </Link>
  );
}
