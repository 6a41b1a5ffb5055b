import { expect, test } from "vitest";
import { limitedSignal, remainingMs, runWithDeadline, runWithoutDeadline } from "./request-deadline";

const inRequest = <T>(endsIn: number | undefined, run: () => T, begun = false) =>
  runWithDeadline(
    { endsAt: endsIn === undefined ? undefined : performance.now() + endsIn, hasBegun: () => begun },
    run,
  );

test("outside of a request there is no limit", () => {
  expect(remainingMs()).toBe(Number.POSITIVE_INFINITY);
});

test("a request has what is left of its time, and never less than nothing", async () => {
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
])("%s there is no limit", (_, ask) => {
  expect(ask()).toBe(Number.POSITIVE_INFINITY);
});

test("a signal of a request without time left aborts", async () => {
  const signal = inRequest(-1, () => limitedSignal(60_000));
  await expect.poll(() => signal.aborted).toBe(true);
});
