import type { MessageKey } from "~/i18n/message-key";
import { useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { Icon, type IconName } from "~/ui/icons";
import { type Figures, percentOf } from "./advice";
import { drawFunnel, funnelHeight, funnelWidth } from "./funnel-shape";

const steps: readonly { of: keyof Figures; icon: IconName; label: MessageKey; next: MessageKey }[] = [
  { of: "views", icon: "eye", label: "figures.views", next: "figures.viewsNext" },
  { of: "previews", icon: "play", label: "figures.previews", next: "figures.previewsNext" },
  { of: "checkouts", icon: "card", label: "figures.checkouts", next: "figures.checkoutsNext" },
  { of: "sales", icon: "check", label: "figures.sales", next: "figures.salesNext" },
];

const looks = ["fill-forest-ink/25", "fill-forest-ink/45", "fill-forest-ink/70", "fill-forest-ink"] as const;

/** From those who saw a page to those who bought: the drawing's height is to scale. */
export function Funnel({ total, formatNumber }: { total: Figures; formatNumber: (value: number) => string }) {
  const t = useText();
  const numbers = steps.map(({ of }) => total[of]);
  const shapes = drawFunnel(numbers);
  const percent = (index: number) =>
    formatNumber(
      index === numbers.length - 1
        ? percentOf(total.sales, total.views)
        : percentOf(numbers[index + 1] ?? 0, numbers[index] ?? 0),
    );
  return (
    <Card as="section" aria-labelledby="funnel" className="mt-4 p-4 sm:p-7">
      <h2 id="funnel" className="sr-only">
        {t("figures.funnel")}
      </h2>
      <ol className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-x-4 gap-y-5 sm:grid-cols-4">
        {steps.map(({ of, icon, label, next }, index) => (
          <li key={of}>
            <span className="flex items-center gap-2 text-sm text-ink-soft">
              <Icon name={icon} className="size-4" />
              {t(label)}
            </span>
            <span
              className={`mt-1 block text-3xl font-extrabold tracking-tight tabular-nums ${of === "sales" ? "text-forest-ink" : ""}`}
            >
              {formatNumber(total[of])}
            </span>
            <span className="mt-1 block text-sm text-ink-soft sm:hidden">
              {t(next, { percent: percent(index) })}
            </span>
          </li>
        ))}
      </ol>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${funnelWidth} ${funnelHeight}`}
        preserveAspectRatio="none"
        width="100%"
        height={funnelHeight}
        className="mt-4 hidden sm:block"
      >
        {shapes.map((path, index) => (
          <path key={steps[index]?.of} d={path} className={looks[index]} />
        ))}
      </svg>
      <ul className="mt-3 hidden grid-cols-4 gap-x-4 text-sm text-ink-soft sm:grid">
        {steps.map(({ of, next }, index) => (
          <li key={of}>{t(next, { percent: percent(index) })}</li>
        ))}
      </ul>
    </Card>
  );
}
