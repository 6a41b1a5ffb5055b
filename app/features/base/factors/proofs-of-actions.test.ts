import { expect, test } from "vitest";
import { isRecentProof, proofMinutes } from "./proofs-of-actions";

test("a proof counts for ten minutes, to the millisecond", () => {
  const provedAt = new Date("2026-11-23T12:00:00Z");
  const later = (ms: number) => new Date(provedAt.getTime() + ms);
  expect(isRecentProof(provedAt, later(0))).toBe(true);
  expect(isRecentProof(provedAt, later(proofMinutes * 60_000))).toBe(true);
  expect(isRecentProof(provedAt, later(proofMinutes * 60_000 + 1))).toBe(false);
});
