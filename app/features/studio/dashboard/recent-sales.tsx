import { type Currency, formatMoney } from "~/features/base/money/money";
import type { SaleStatus } from "~/features/money/ledger/sale-status";
import { SaleStatusBadge } from "~/features/money/ledger/sale-status-badge";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { classNames } from "~/ui/class-names";
import { EmptyState } from "~/ui/empty-state";
import { PageLinks } from "~/ui/page-links";

export interface RecentSale {
  id: string;
  title: string;
  /** For example "05 nov 2026, 14:30". */
  date: string;
  creator_earnings_cents: number;
  /** Not paid yet: a boleto or Pix is awaited. */
  expected: boolean;
  /** When a paid sale's earnings are released, such as "30 nov"; null without any. */
  release: { day: string; over: boolean } | null;
  currency: Currency;
  status: SaleStatus;
}

interface RecentSalesProps {
  sales: readonly RecentSale[];
  /** The path of older sales. */
  next: string | undefined;
  /** Without a video there is no link to share. */
  hasVideos: boolean;
}

/** product.md, Creator dashboard. */
export function RecentSales({ sales, next, hasVideos }: RecentSalesProps) {
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  if (sales.length === 0) {
    return (
      <EmptyState
        title={t("creator.noSales")}
        description={t(hasVideos ? "creator.noSalesHint" : "creator.noSalesYetHint")}
        action={
          hasVideos ? undefined : (
            <ButtonLink {...linkTo("/creator/upload")}>{t("creator.firstVideo")}</ButtonLink>
          )
        }
      />
    );
  }
  return (
    <Card className="p-4 sm:p-6">
      <h2 className="text-xl">{t("creator.recentSales")}</h2>
      <ul className="mt-1 divide-y divide-line">
        {sales.map((sale) => (
          <li key={sale.id} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-3">
            <p className="truncate font-semibold" title={sale.title}>
              {sale.title}
            </p>
            {/* Only a completed sale is earned: any other amount is greyed. */}
            <p
              className={classNames(
                "text-right font-bold tabular-nums",
                sale.status !== "completed" && "text-ink-faint",
              )}
            >
              {formatMoney(sale.creator_earnings_cents, sale.currency, locale)}
            </p>
            <p className="text-sm text-ink-faint">
              {sale.date}
              {sale.expected && <span className="block">{t("creator.expectedEarning")}</span>}
              {sale.release && (
                <span className="block">
                  {t(sale.release.over ? "creator.releasedOn" : "creator.releaseOn", {
                    date: sale.release.day,
                  })}
                </span>
              )}
            </p>
            <div className="text-right">
              <SaleStatusBadge status={sale.status} />
            </div>
          </li>
        ))}
      </ul>
      <PageLinks
        next={next ? { ...linkTo(`/creator/dashboard?after=${next}`), label: t("creator.more") } : undefined}
      />
    </Card>
  );
}
