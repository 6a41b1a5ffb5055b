import { useId } from "react";
import type { MessageKey } from "~/i18n/message-key";
import { formatMoney } from "~/i18n/money";
import { useLocale, useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { Icon } from "~/ui/icons";
import { classNames } from "~/ui/looks";
import { heightOf, pickScale, placeBars } from "./chart-scale";

interface ChartDay {
  /** "05 nov" */
  label: string;
  cents: number;
  sales: number;
}

/** In pixels. Horizontally the chart stretches with the page. */
const groundHeight = 160;
const roomAbove = 18;
const roomBelow = 26;
const wholeHeight = roomAbove + groundHeight + roomBelow;

/** Every so many days are labelled, counted back from today. */
const namedEvery = 7;

/** Creators and administrators load different texts. */
export type ChartTexts = Record<
  "byDay" | "sum" | "title" | "text" | "none" | "ofDay" | "table" | "day" | "sales" | "money",
  MessageKey
>;

/** Plain SVG attributes: the Content-Security-Policy forbids styles. A table below has the same figures. */
export function DayChart({ days, say }: { days: readonly ChartDay[]; say: ChartTexts }) {
  const t = useText();
  const locale = useLocale();
  const id = useId();
  const sum = days.reduce((total, { cents }) => total + cents, 0);
  const best = days.reduce<ChartDay | undefined>(
    (most, day) => (most && most.cents >= day.cents ? most : day),
    undefined,
  );
  const moved = days.some(({ cents, sales }) => cents !== 0 || sales > 0);
  return (
    <Card as="section" aria-labelledby={`${id}-title`} className="mt-4 p-4 sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={`${id}-title`} className="text-xl">
          {t(say.byDay)}
        </h2>
        <p className="text-sm text-ink-soft">
          {t(say.sum)}{" "}
          <strong className="text-lg font-bold text-ink tabular-nums">
            {formatMoney(sum, "BRL", locale)}
          </strong>
        </p>
      </div>
      {best && moved ? (
        <Bars
          say={say}
          days={days}
          title={t(say.title)}
          description={t(say.text, {
            sum: formatMoney(sum, "BRL", locale),
            best: best.label,
            most: formatMoney(best.cents, "BRL", locale),
          })}
        />
      ) : (
        <p className="mt-3 text-ink-soft">{t(say.none)}</p>
      )}
      {moved && <Figures days={days} say={say} />}
    </Card>
  );
}

/** `longest`: characters of the longest label. */
function widthOfLabels(longest: number): string {
  if (longest <= 8) return "w-[min(4rem,30%)]";
  return longest <= 11 ? "w-[min(5.5rem,30%)]" : "w-[min(7rem,30%)]";
}

function Bars({
  days,
  say,
  title,
  description,
}: {
  days: readonly ChartDay[];
  say: ChartTexts;
  title: string;
  description: string;
}) {
  const t = useText();
  const locale = useLocale();
  const id = useId();
  const amounts = days.map(({ cents }) => cents);
  const scale = pickScale(Math.max(...amounts), Math.min(...amounts));
  const bars = placeBars(amounts, scale, groundHeight);
  const lines = [0, ...scale.ticks].map((cents) => ({
    cents,
    label: formatMoney(cents, "BRL", locale).replace(/[,.]00$/, ""),
    y: roomAbove + heightOf(cents, scale, groundHeight),
  }));
  const longest = Math.max(...lines.map(({ label }) => label.length));
  return (
    <div className="@container mt-4 flex">
      <svg aria-hidden="true" height={wholeHeight} className={classNames(widthOfLabels(longest), "shrink-0")}>
        {lines.map(({ cents, label, y }) => (
          <text
            key={cents}
            x="100%"
            dx="-8"
            y={y}
            dy="0.32em"
            textAnchor="end"
            className="fill-ink-faint text-xs tabular-nums"
          >
            {label}
          </text>
        ))}
      </svg>
      <svg
        role="img"
        aria-labelledby={`${id}-title ${id}-text`}
        width="100%"
        height={wholeHeight}
        overflow="visible"
        className="min-w-0"
      >
        <title id={`${id}-title`}>{title}</title>
        <desc id={`${id}-text`}>{description}</desc>
        {lines.map(({ cents, y }) => (
          <line key={cents} x1="0" x2="100%" y1={y} y2={y} className="stroke-line" />
        ))}
        {bars.map((bar, index) => {
          const day = days[index];
          if (!day) return null;
          const back = days.length - 1 - index;
          return (
            <g key={day.label} className="group/day">
              <title>
                {t(say.ofDay, {
                  day: day.label,
                  money: formatMoney(day.cents, "BRL", locale),
                  count: day.sales,
                })}
              </title>
              {/* The whole column answers to the pointer. */}
              <rect
                x={`${(index * 100) / days.length}%`}
                width={`${100 / days.length}%`}
                y={roomAbove}
                height={groundHeight}
                className="fill-transparent group-hover/day:fill-sunken"
              />
              <rect
                x={`${bar.x}%`}
                width={`${bar.width}%`}
                y={roomAbove + bar.y}
                height={bar.height}
                rx="2"
                className="fill-forest-ink group-hover/day:fill-ink"
              />
              {back % namedEvery === 0 && (
                <text
                  x={back === 0 ? "100%" : `${bar.x + bar.width / 2}%`}
                  y={wholeHeight - 6}
                  textAnchor={back === 0 ? "end" : "middle"}
                  className={classNames(
                    "fill-ink-faint text-xs",
                    // With enlarged text only half of the labels fit.
                    (back / namedEvery) % 2 === 1 && "@max-[13rem]:hidden",
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

function Figures({ days, say }: { days: readonly ChartDay[]; say: ChartTexts }) {
  const t = useText();
  const locale = useLocale();
  return (
    <details className="group mt-2 -mb-2">
      <summary className="inline-flex min-h-11 items-center gap-1.5 rounded-control text-sm font-semibold text-ink-soft hover:text-ink">
        <Icon name="chevron-down" className="size-4 transition-transform group-open:rotate-180" />
        {t(say.table)}
      </summary>
      <table className="mt-2 w-full max-w-md text-sm tabular-nums">
        <caption className="sr-only">{t(say.title)}</caption>
        <thead className="text-left text-ink-soft">
          <tr>
            <th scope="col" className="py-1.5 font-semibold">
              {t(say.day)}
            </th>
            <th scope="col" className="py-1.5 text-right font-semibold">
              {t(say.sales)}
            </th>
            <th scope="col" className="py-1.5 text-right font-semibold">
              {t(say.money)}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {[...days].reverse().map((day) => (
            <tr key={day.label}>
              <th scope="row" className="py-1.5 text-left font-normal">
                {day.label}
              </th>
              <td className="py-1.5 text-right">{day.sales}</td>
              <td className="py-1.5 text-right">{formatMoney(day.cents, "BRL", locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
