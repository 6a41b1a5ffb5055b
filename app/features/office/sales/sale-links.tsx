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
