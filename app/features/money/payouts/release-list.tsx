import type { ReleaseRulesView } from "~/features/money/fees/show-fees.server";
import { type Day, formatShortDay } from "~/i18n/days";
import { formatMoney } from "~/i18n/money";
import { useLocale, useText } from "~/i18n/use-locale";
import { Icon } from "~/ui/icons";

export function ReleaseRulesText({
  minimumCents,
  rules: { days, next },
}: {
  minimumCents: number;
  rules: ReleaseRulesView;
}) {
  const t = useText();
  const minimum = formatMoney(minimumCents, "BRL", useLocale());
  return (
    <>
      {t("payouts.rules", { ...days, minimum })} {next && t("payouts.rulesNext", next)}
    </>
  );
}

export function ReleaseList({ releases }: { releases: readonly { day: Day; cents: number }[] }) {
  const t = useText();
  const locale = useLocale();
  if (releases.length === 0) return null;
  return (
    <details className="group/days">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-1 text-sm font-semibold text-ink">
        {t("payouts.releaseDays")}
        <Icon name="chevron-down" className="size-4 group-open/days:rotate-180" />
      </summary>
      <ul className="max-w-xs text-sm">
        {releases.map(({ day, cents }) => (
          <li key={day} className="flex justify-between gap-6 py-1 tabular-nums">
            <span className="text-ink-soft">{formatShortDay(day, locale)}</span>
            <span>{formatMoney(cents, "BRL", locale)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
