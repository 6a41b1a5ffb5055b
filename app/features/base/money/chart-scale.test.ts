import fc from "fast-check";
import { expect, test } from "vitest";
import { heightOf, pickScale, placeBars } from "./chart-scale";

test.each([
  [0, [100]],
  [43, [100]],
  [100, [100]],
  [101, [100, 200]],
  [4241, [2000, 4000, 6000]],
  [60_000, [20_000, 40_000, 60_000]],
  [60_001, [50_000, 100_000]],
  [150_001, [100_000, 200_000]],
])("a chart up to %d cents has its grid lines at %j", (highest, ticks) => {
  expect(pickScale(highest)).toEqual({ ticks, topCents: ticks.at(-1), bottomCents: 0 });
});

test.each([
  [4000, -749, [-2000, 2000, 4000], -2000],
  [0, -4241, [-6000, -4000, -2000], -6000],
  [100, -100, [-100, 100], -100],
])("a chart from %d down to %d cents has its grid lines at %j", (highest, lowest, ticks, bottomCents) => {
  expect(pickScale(highest, lowest)).toEqual({
    ticks,
    topCents: Math.max(0, ticks.at(-1) ?? 0),
    bottomCents,
  });
});

test("the bar of a day with more refunds than sales hangs below the base line, within the chart", () => {
  const cents = [5000, -2500, 0];
  const scale = pickScale(5000, -2500);
  const [up, down, none] = placeBars(cents, scale, 160);
  const ground = heightOf(0, scale, 160);
  expect((up?.y ?? 0) + (up?.height ?? 0)).toBeCloseTo(ground, 1);
  expect(down?.y).toBeCloseTo(ground, 1);
  expect(down?.height).toBeGreaterThan(0);
  expect((down?.y ?? 0) + (down?.height ?? 0)).toBeLessThanOrEqual(160.1);
  expect(none?.height).toBe(0);
});

const amounts = fc.array(fc.integer({ min: 0, max: 2 ** 45 }), { minLength: 1, maxLength: 60 });

test("the scale of a chart has one to three even grid lines above the highest bar, as low as possible", () => {
  fc.assert(
    fc.property(amounts, (cents) => {
      const highest = Math.max(...cents);
      const { ticks, topCents } = pickScale(highest);
      expect(ticks.length).toBeGreaterThanOrEqual(1);
      expect(ticks.length).toBeLessThanOrEqual(3);
      expect(topCents).toBeGreaterThanOrEqual(highest);
      expect(topCents - (ticks[0] ?? 0)).toBeLessThan(Math.max(highest, 1));
      expect(ticks).toEqual(ticks.map((_, index) => (index + 1) * (ticks[0] ?? 0)));
    }),
  );
});

test("the scale of a chart places every bar on the base line within the chart, in order and without overlap", () => {
  fc.assert(
    fc.property(amounts, (cents) => {
      const bars = placeBars(cents, pickScale(Math.max(...cents)), 160);
      for (const [index, bar] of bars.entries()) {
        expect(bar.y + bar.height).toBeCloseTo(160);
        expect(bar.y).toBeGreaterThanOrEqual(0);
        expect(bar.x).toBeGreaterThanOrEqual(0);
        expect(bar.x + bar.width).toBeLessThanOrEqual(bars[index + 1]?.x ?? 100);
        expect(bar.height > 0).toBe(cents[index] !== 0);
      }
    }),
  );
});
