import { expect, test } from "vitest";
import { decideErasureStep, type ErasureFacts, lastMailMs, listErasureWaits } from "./erasure-times";

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
