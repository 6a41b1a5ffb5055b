interface Scale {
  /** `bottomCents`: 0 if no day is below. */
  topCents: number;
  bottomCents: number;
  /** Besides 0, ascending. */
  ticks: number[];
}

const maxTicks = 3;

/** At most three ticks at 1, 2 or 5 times a power of ten, at least R$ 1. More may be refunded on a day than comes in. */
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

/** Horizontal: per cent of the width, so that it stretches. Vertical: pixels. */
export interface Bar {
  x: number;
  width: number;
  y: number;
  height: number;
}

/** In per cent of the column. */
const gap = 28;

/** In pixels, of a day with any earning. */
const minHeight = 3;

/** From the top, in pixels. */
export function heightOf(cents: number, { topCents, bottomCents }: Scale, groundHeight: number): number {
  return ((topCents - cents) / (topCents - bottomCents)) * groundHeight;
}

/** In order; heights in pixels. */
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
