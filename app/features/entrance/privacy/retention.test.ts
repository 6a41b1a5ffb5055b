import { expect, test } from "vitest";
import {
  daysBefore,
  decideErasureStep,
  type ErasureFacts,
  lastMailMs,
  listErasureWaits,
  monthsBefore,
  taxIdMonths,
} from "./retention";

test("retention counts months across the turn of a year", () => {
  expect(monthsBefore(new Date("2026-01-15T12:00:00Z"), 13)).toEqual(new Date("2024-12-15T12:00:00Z"));
});

test("the retention never reaches further back than the requested month", () => {
  expect(monthsBefore(new Date("2026-03-31T12:00:00Z"), 1)).toEqual(new Date("2026-03-03T12:00:00Z"));
});

test("retention counts days", () => {
  expect(daysBefore(new Date("2026-03-01T00:00:00Z"), 1)).toEqual(new Date("2026-02-28T00:00:00Z"));
});

test("a tax number is kept beyond the five years that begin with the next year (CTN, art. 173)", () => {
  const [earned, lawful] = [new Date("2026-01-01T00:00:00Z"), new Date("2032-01-01T00:00:00Z")];
  expect(monthsBefore(lawful, taxIdMonths)).toEqual(earned);
});

const free: ErasureFacts = {
  openPayments: 0,
  openRefunds: 0,
  openClaims: 0,
  openDisputes: 0,
  owedCents: 0,
  heldCents: 0,
  isLastAdmin: false,
};

test.each<[Partial<ErasureFacts>, string[]]>([
  [{}, []],
  [{ openPayments: 1 }, ["payment"]],
  [{ openRefunds: 1 }, ["refund"]],
  [{ openClaims: 1 }, ["claim"]],
  [{ openDisputes: 1 }, ["dispute"]],
  [{ owedCents: 99 }, []],
  [{ owedCents: 100 }, ["balance"]],
  [{ owedCents: -5_000 }, []],
  [{ heldCents: 1 }, ["balance"]],
  [{ isLastAdmin: true, owedCents: 100 }, ["lastAdmin", "balance"]],
])("an erasure with %j waits for %j", (facts, waits) => {
  expect(listErasureWaits({ ...free, ...facts })).toEqual(waits);
});

const due = new Date("2026-12-01T12:00:00Z");
const later = (ms: number) => new Date(due.getTime() + ms);
const asked = { due_at: due, begun_at: null, finished_at: null };

test.each([
  ["none was asked for", undefined, due, "nothing"],
  ["before it is due", asked, later(-1), "nothing"],
  ["when it is due", asked, due, "begin"],
  ["just begun", { ...asked, begun_at: due }, later(lastMailMs - 1), "nothing"],
  ["begun an hour ago", { ...asked, begun_at: due }, later(lastMailMs), "erase"],
  ["done", { ...asked, begun_at: due, finished_at: due }, later(lastMailMs), "nothing"],
])('the next step of an erasure in the case "%s" is "$3"', (_, erasure, now, step) => {
  expect(decideErasureStep(erasure, now)).toBe(step);
});
