/** The chart's vertical measure. */
export interface Scale {
  /** What the full height stands for, in cents. */
  topCents: number;
  /** Where the lines are, in cents, lowest first, the last at the top. */
  ticks: number[];
}

const mostTicks = 3;

/**
 * Picks a measure with at most three lines at round amounts (1, 2 or 5 times a power of ten, at least R$ 1), the lowest
 * that holds the highest bar. Takes cents.
 */
export function pickScale(highestCents: number): Scale {
  for (let power = 100; ; power *= 10) {
    for (const factor of [1, 2, 5]) {
      const step = factor * power;
      const count = Math.max(1, Math.ceil(highestCents / step));
      if (count > mostTicks) continue;
      const ticks = Array.from({ length: count }, (_, index) => (index + 1) * step);
      return { topCents: count * step, ticks };
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

/** What a bar leaves free of its place, in per cent of it. */
const gap = 28;

/** A day with any earning at all shows a little of it, in pixels. */
const leastHeight = 3;

/** Places a bar for each amount, in order, on a ground so many pixels high. */
export function placeBars(cents: readonly number[], { topCents }: Scale, groundHeight: number): Bar[] {
  const place = 100 / cents.length;
  return cents.map((amount, index) => {
    const height =
      amount === 0 ? 0 : Math.max(leastHeight, Math.round((amount / topCents) * groundHeight * 10) / 10);
    return {
      x: round((index + gap / 200) * place),
      width: round(place * (1 - gap / 100)),
      y: groundHeight - height,
      height,
    };
  });
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
