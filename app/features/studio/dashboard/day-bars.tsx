import { useId } from "react";
import { heightOf, pickScale, placeBars } from "~/features/base/money/chart-scale";
import { classNames } from "~/ui/class-names";

interface DayBarsProps {
  /** Oldest first. */
  days: readonly { day: string; label: string; number: number }[];
  title: string;
  description: string;
  /** Names a day's bar, such as "12 nov: 9 vendas". */
  nameDay: (day: { label: string; number: number }) => string;
  formatNumber: (value: number) => string;
}

/** In pixels; sideways the chart stretches. */
const groundHeight = 140;
const roomAbove = 22;
const roomBelow = 26;

/** The scale picks round amounts of at least a hundred. */
const unit = 100;

/** Days that are named below their bars. */
const namedDays = 4;

/** Numbers by day as bars, the highest of them named. Drawn by the server; a table has the same figures. */
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
