import { describe, expect, test } from "vitest";
import { decideErasureStep, lastMailMs } from "./erasure-times";

describe("the next step of an erasure", () => {
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
  ])('in the case "%s" is "$3"', (_, erasure, now, step) => {
    expect(decideErasureStep(erasure, now)).toBe(step);
  });
});
