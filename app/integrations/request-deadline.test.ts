import { expect, test } from "vitest";
import { limitedSignal, remainingMs, runWithDeadline, runWithoutDeadline } from "./request-deadline";

const inRequest = <T>(endsIn: number | undefined, run: () => T, begun = false) =>
  runWithDeadline(
    { endsAt: endsIn === undefined ? undefined : performance.now() + endsIn, hasBegun: () => begun },
    run,
  );

test("the remaining time outside of a request is unlimited", () => {
  expect(remainingMs()).toBe(Number.POSITIVE_INFINITY);
});

test("the remaining time of a request is never negative", async () => {
  const left = await inRequest(60_000, async () => {
    await Promise.resolve();
    return remainingMs();
  });
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(60_000);
  expect(inRequest(-1, remainingMs)).toBe(0);
});

test.each([
  ["while its body arrives", () => inRequest(undefined, remainingMs)],
  ["once its answer has begun", () => inRequest(-1, remainingMs, true)],
  ["for work that outlives it", () => inRequest(-1, () => runWithoutDeadline(remainingMs))],
])("the remaining time %s is unlimited", (_, ask) => {
  expect(ask()).toBe(Number.POSITIVE_INFINITY);
});

test("a signal created in a request without time left aborts", async () => {
  const signal = inRequest(-1, () => limitedSignal(60_000));
  await expect.poll(() => signal.aborted).toBe(true);
});
