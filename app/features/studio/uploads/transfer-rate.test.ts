import { expect, test } from "vitest";
import { createTransferRate, secondsLeft } from "./transfer-rate";

test("the transfer rate is unknown until enough bytes were sent", () => {
  const rate = createTransferRate();
  expect(rate.bytesPerSecond()).toBeUndefined();
  rate.note(0, 0);
  rate.note(1_000, 5_000);
  expect(rate.bytesPerSecond()).toBeUndefined();
  rate.note(2_000, 10_000);
  expect(rate.bytesPerSecond()).toBe(5_000);
});

test("the transfer rate is that of the last seconds", () => {
  const rate = createTransferRate();
  for (let second = 0; second <= 60; second += 1) rate.note(second * 1_000, second * 1_000);
  for (let second = 61; second <= 80; second += 1)
    rate.note(second * 1_000, 60_000 + (second - 60) * 100_000);
  expect(rate.bytesPerSecond()).toBeCloseTo(100_000, 0);
});

test("the rate of a stalled transfer falls to zero", () => {
  const rate = createTransferRate();
  rate.note(0, 0);
  rate.note(4_000, 400_000);
  for (let at = 5_000; at <= 30_000; at += 1_000) rate.note(at, 400_000);
  expect(rate.bytesPerSecond()).toBe(0);
});

test("the rate restarts when the upload resumes at an earlier offset", () => {
  const rate = createTransferRate();
  rate.note(0, 10_000);
  rate.note(5_000, 60_000);
  rate.note(6_000, 20_000);
  expect(rate.bytesPerSecond()).toBeUndefined();
  rate.note(8_000, 24_000);
  expect(rate.bytesPerSecond()).toBe(2_000);
});

test("the remaining time is computed from the rate", () => {
  expect(secondsLeft(1_000_000, 250_000)).toBe(4);
  expect(secondsLeft(1, 250_000)).toBe(1);
  expect(secondsLeft(0, 250_000)).toBe(0);
  expect(secondsLeft(1_000, undefined)).toBeUndefined();
  expect(secondsLeft(1_000, 0)).toBeUndefined();
});
