import { afterEach, expect, test, vi } from "vitest";
import { tryEach } from "./try-each";

afterEach(() => void vi.useRealTimers());

test("tryEach runs all steps, reports each failure and throws the first at the end", async () => {
  const done: number[] = [];
  const told: unknown[] = [];
  const act = async (thing: number) => {
    if (thing % 2 === 0) throw new Error(`no ${thing}`);
    done.push(thing);
  };
  const onFailure = (error: unknown, thing: number) => told.push([(error as Error).message, thing]);
  await expect(tryEach([1, 2, 3, 4, 5], act, { onFailure, maxMs: 60_000 })).rejects.toThrow("no 2");
  expect(done).toEqual([1, 3, 5]);
  expect(told).toEqual([
    ["no 2", 2],
    ["no 4", 4],
  ]);
});

test("tryEach stops after its time limit", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const done: number[] = [];
  const act = async (thing: number) => {
    vi.advanceTimersByTime(40);
    done.push(thing);
  };
  await tryEach([1, 2, 3, 4], act, { onFailure: () => {}, maxMs: 100 });
  expect(done).toEqual([1, 2, 3]);
});
