import { expect, test } from "vitest";
import { createWatchTracker } from "./watch-tracker";

function play(tracker: ReturnType<typeof createWatchTracker>, from: number, to: number) {
  for (let at = from; at <= to; at += 0.25) tracker.advance(at);
}

test("a tracker counts what plays, and not what a seek skips", () => {
  const tracker = createWatchTracker([]);
  play(tracker, 0, 10);
  tracker.interrupt();
  play(tracker, 100, 110);
  expect(tracker.ranges).toEqual([
    [0, 10],
    [100, 110],
  ]);
});

test("an unannounced jump of the position is not counted", () => {
  const tracker = createWatchTracker([]);
  play(tracker, 0, 10);
  play(tracker, 14, 20);
  play(tracker, 5, 8);
  expect(tracker.ranges).toEqual([
    [0, 10],
    [14, 20],
  ]);
});

test("parts sent one after another leave no gap", () => {
  const tracker = createWatchTracker([]);
  play(tracker, 0.5, 10.5);
  expect(tracker.listUnsent()).toEqual([[0, 10]]);
  tracker.noteSent([0, 10]);
  play(tracker, 10.75, 20.25);
  expect(tracker.listUnsent()).toEqual([[10, 20]]);
  expect(tracker.ranges).toEqual([[0, 20]]);
});

test("a part whose request failed is kept and merged with the next one", () => {
  const tracker = createWatchTracker([]);
  play(tracker, 0, 10);
  tracker.listUnsent();
  play(tracker, 10.25, 30);
  expect(tracker.listUnsent()).toEqual([[0, 30]]);
});

test("parts watched earlier count too, and are not sent again", () => {
  const tracker = createWatchTracker([[0, 50]]);
  play(tracker, 50, 60);
  expect(tracker.ranges).toEqual([[0, 60]]);
  expect(tracker.listUnsent()).toEqual([[50, 60]]);
});

test("the number of unsent parts is limited", () => {
  const tracker = createWatchTracker([]);
  for (let part = 0; part < 50; part += 1) {
    tracker.interrupt();
    play(tracker, part * 10, part * 10 + 5);
  }
  expect(tracker.listUnsent()).toHaveLength(20);
});
