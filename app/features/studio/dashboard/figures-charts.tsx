import { useId } from "react";
import { heightOf, pickScale, placeBars } from "~/features/base/money/chart-scale";
import type { MessageKey } from "~/i18n/message-key";
import { useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { Icon, type IconName } from "~/ui/icons";
import { classNames } from "~/ui/looks";
import { type Figures, percentOf } from "./advice";

const steps: readonly { of: keyof Figures; icon: IconName; label: MessageKey; next: MessageKey }[] = [
  { of: "views", icon: "eye", label: "figures.views", next: "figures.viewsNext" },
  { of: "previews", icon: "play", label: "figures.previews", next: "figures.previewsNext" },
  { of: "checkouts", icon: "card", label: "figures.checkouts", next: "figures.checkoutsNext" },
  { of: "sales", icon: "check", label: "figures.sales", next: "figures.salesNext" },
];

const looks = ["fill-forest-ink/25", "fill-forest-ink/45", "fill-forest-ink/70", "fill-forest-ink"] as const;

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

/** In the drawing's units: it stretches with the page sideways. */
const funnelWidth = 1_000;
const funnelHeight = 140;

const minThickness = 4;

/** Returns the outline of each step as an SVG path: as thick as its number is large, narrowing to the next. */
export function drawFunnel(numbers: readonly number[]): string[] {
  const greatest = Math.max(...numbers, 1);
  const width = funnelWidth / numbers.length;
  const middle = funnelHeight / 2;
  const half = (number: number) => {
    const thickness = number === 0 ? 0 : Math.max(minThickness, (number / greatest) * funnelHeight);
    return round(thickness / 2);
  };
  return numbers.map((number, index) => {
    const [left, right] = [round(index * width), round((index + 1) * width)];
    const bend = round((left + right) / 2);
    const begin = half(number);
    const end = half(numbers[index + 1] ?? number);
    const [a, b, c, d] = [middle - begin, middle - end, middle + end, middle + begin];
    return `M${left} ${a}C${bend} ${a} ${bend} ${b} ${right} ${b}V${c}C${bend} ${c} ${bend} ${d} ${left} ${d}Z`;
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

interface DayBarsProps {
  days: readonly { day: string; label: string; number: number }[];
  title: string;
  description: string;
  nameDay: (day: { label: string; number: number }) => string;
  formatNumber: (value: number) => string;
}

/** In pixels; sideways the chart stretches. */
const groundHeight = 140;
const roomAbove = 22;
const roomBelow = 26;

/** The scale picks round amounts of at least a hundred. */
const unit = 100;

const namedDays = 4;

export function DayBars({ days, title, description, nameDay, formatNumber }: DayBarsProps) {
  const id = useId();
  const amounts = days.map(({ number }) => number * unit);
  const greatest = Math.max(...amounts);
  const scale = pickScale(greatest);
  const bars = placeBars(amounts, scale, groundHeight);
  const lines = [0, ...scale.ticks].map((amount) => ({
    amount,
    y: roomAbove + heightOf(amount, scale, groundHeight),
  }));
  const best = amounts.indexOf(greatest);
  const namedEvery = Math.max(1, Math.ceil(days.length / namedDays));
  const height = roomAbove + groundHeight + roomBelow;
  return (
    <div className="@container mt-4 flex">
      <svg aria-hidden="true" height={height} className="w-[min(3rem,24%)] shrink-0">
        {lines.map(({ amount, y }) => (
          <text
            key={amount}
            x="100%"
            dx="-10"
            y={y}
            dy="0.32em"
            textAnchor="end"
            className="fill-ink-faint text-xs tabular-nums"
          >
            {formatNumber(amount / unit)}
          </text>
        ))}
      </svg>
      <svg
        role="img"
        aria-labelledby={`${id}-title ${id}-text`}
        width="100%"
        height={height}
        overflow="visible"
        className="min-w-0"
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-text`}>{description}</desc>
        {lines.map(({ amount, y }) => (
          <line key={amount} x1="0" x2="100%" y1={y} y2={y} className="stroke-line" />
        ))}
        {bars.map((bar, index) => {
          const day = days[index];
          if (!day) return null;
          const middle = bar.x + bar.width / 2;
          const isBest = index === best && greatest > 0;
          return (
            <g key={day.day}>
              <title>{nameDay(day)}</title>
              <rect
                x={`${bar.x}%`}
                width={`${bar.width}%`}
                y={roomAbove + bar.y}
                height={bar.height}
                rx="3"
                className={isBest ? "fill-forest-ink" : "fill-forest-ink/70"}
              />
              {isBest && (
                <text
                  x={`${middle > 75 ? 100 : middle < 25 ? 0 : middle}%`}
                  y={roomAbove + bar.y - 8}
                  textAnchor={middle > 75 ? "end" : middle < 25 ? "start" : "middle"}
                  className="fill-ink text-xs font-semibold"
                >
                  {nameDay(day)}
                </text>
              )}
              {index % namedEvery === 0 && (
                <text
                  x={index === 0 ? "0%" : `${middle}%`}
                  y={height - 6}
                  textAnchor={index === 0 ? "start" : "middle"}
                  className={classNames(
                    "fill-ink-faint text-xs",
                    // With enlarged text there is room for half of them.
                    (index / namedEvery) % 2 === 1 && "@max-[13rem]:hidden",
                  )}
                >
                  {day.label}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </div>
  );
}
