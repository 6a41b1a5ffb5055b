import { formatMoney } from "~/features/base/money/money";
import type { BatchMargins } from "~/features/payouts/batches/batch-margins.queries.server";
import { useText } from "~/i18n/use-locale";

/** What buyers paid for the sales of a batch, and what remains of the platform's share after the provider's fees. */
export function BatchMarginsLine({ margins }: { margins: BatchMargins }) {
  const t = useText();
  const { grossCents, platformCents, providerCents } = margins;
  const figures = [
    [t("paying.marginGross"), grossCents],
    [t("paying.marginCreators"), grossCents - platformCents],
    [t("paying.marginPlatform"), platformCents],
    [t("paying.marginProvider"), -providerCents],
    [t("paying.marginLeft"), platformCents - providerCents],
  ] as const;
  return (
    <section aria-labelledby="batch-margins" className="mt-10 border-t border-line pt-6">
      <h2 id="batch-margins" className="text-lg font-semibold">
        {t("paying.margins")}
      </h2>
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-5">
        {figures.map(([label, cents]) => (
          <div key={label}>
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="font-semibold tabular-nums">{formatMoney(cents, "BRL")}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
