import { beforeEach, expect, test } from "vitest";
import { createReplicaFreshness, type ReplicaFreshness } from "./watch-replica.queries.server";

let now = 0;
let replica: ReplicaFreshness;
beforeEach(() => {
  now = 0;
  replica = createReplicaFreshness(5_000, () => now);
});
/** Samples both positions at a time. */
const measure = (at: number, written: number, replayed: number) => {
  now = at;
  replica.note(replica.sample(), written, replayed);
};

test("a replica that was never measured is stale", () => {
  expect(replica.isFresh()).toBe(false);
  expect(replica.age).toBe(Number.POSITIVE_INFINITY);
});

test("a replica that has replayed everything is fresh until its last measurement expires", () => {
  measure(0, 100, 100);
  now = 5_000;
  expect(replica.isFresh()).toBe(true);
  now = 5_001;
  expect(replica.isFresh()).toBe(false);
});

test("the lag of a replica is the age of the newest sample that it has replayed", () => {
  measure(0, 100, 100);
  measure(1_000, 200, 100);
  measure(2_000, 300, 150);
  expect(replica.age).toBe(2_000);
  measure(3_000, 400, 300);
  expect(replica.age).toBe(1_000);
});

test("a lagging replica is stale, and fresh again once it has caught up", () => {
  measure(0, 100, 100);
  for (let at = 1_000; at <= 20_000; at += 1_000) measure(at, 100 + at, 100);
  expect(replica.isFresh()).toBe(false);
  measure(21_000, 21_100, 20_100);
  expect(replica.isFresh()).toBe(true);
});

test("a replica that did not answer is stale until the next measurement", () => {
  measure(0, 100, 100);
  replica.noteLoss();
  expect(replica.isFresh()).toBe(false);
  measure(1_000, 100, 100);
  expect(replica.isFresh()).toBe(true);
});
