import { expect, test } from "vitest";
import { countWorkers } from "./worker-count";

test.each([
  [undefined, 1],
  ["1", 1],
  ["4", 4],
  ["auto", 8],
  ["1000", 64],
  ["0", 1],
  ["-2", 1],
  ["1.5", 1],
  ["many", 1],
])("WEB_CONCURRENCY=%s on 8 cores starts %i workers", (value, count) => {
  expect(countWorkers(value, 8)).toBe(count);
});
