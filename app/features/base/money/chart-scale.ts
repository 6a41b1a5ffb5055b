interface Scale {
  /** The upper and lower bounds in cents; the lower is 0 if no day is below it. */
  topCents: number;
  bottomCents: number;
  /** Grid lines besides 0, in cents, ascending. */
  ticks: number[];
}

const maxTicks = 3;

/**
 * Picks a measure with at most three lines at round amounts (1, 2 or 5 times a power of ten, at least R$ 1), the lowest
 * that holds the highest bar and the lowest: more may go back on a day than comes in. In cents.
 */
export function pickScale(highestCents: number, lowestCents = 0): Scale {
  for (let power = 100; ; power *= 10) {
    for (const factor of [1, 2, 5]) {
      const step = factor * power;
      const down = Math.ceil(Math.max(0, -lowestCents) / step);
      const up = Math.max(down > 0 ? 0 : 1, Math.ceil(highestCents / step));
      if (up + down > maxTicks) continue;
      const ticks = Array.from({ length: up + down + 1 }, (_, index) => (index - down) * step);
      return {
        topCents: up * step,
        bottomCents: -down * step || 0,
        ticks: ticks.filter((cents) => cents !== 0),
      };
    }
  }
}

/** A bar of the chart: sideways in per cent of the width, so that it stretches; up and down in pixels. */
export interface Bar {
  x: number;
  width: number;
  y: number;
  height: number;
}

/** The gap beside a bar, in per cent of its column. */
const gap = 28;

/** A day with any earning at all shows a little of it, in pixels. */
const minHeight = 3;

/** Returns an amount's distance from the top, on a chart of the given height in pixels. */
export function heightOf(cents: number, { topCents, bottomCents }: Scale, groundHeight: number): number {
  return ((topCents - cents) / (topCents - bottomCents)) * groundHeight;
}

/** Returns a bar for each amount, in order, on a chart of the given height in pixels: above 0, or below it. */
export function placeBars(cents: readonly number[], scale: Scale, groundHeight: number): Bar[] {
  const place = 100 / cents.length;
  const nothing = heightOf(0, scale, groundHeight);
  return cents.map((amount, index) => {
    const long = Math.abs(heightOf(amount, scale, groundHeight) - nothing);
    const height = amount === 0 ? 0 : Math.max(minHeight, Math.round(long * 10) / 10);
    return {
      x: round((index + gap / 200) * place),
      width: round(place * (1 - gap / 100)),
      y: round(amount < 0 ? nothing : nothing - height),
      height,
    };
  });
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
