import { expect, test } from "vitest";
import { decideWatchStep } from "./watch-step";

test.each([
  ["nobody signed in", undefined, undefined, "login"],
  ["a learner", "beto", undefined, "buy"],
  ["a learner whose payment is on its way", "beto", "processing", "paying"],
  ["a learner whose payment is disputed", "beto", "disputed", "disputed"],
  ["its creator", "ana", undefined, "own"],
] as const)('the next step on a video\'s page for %s is "$3"', (_, viewerId, sale, step) => {
  expect(decideWatchStep(viewerId, { creatorId: "ana", granted: false, sale, held: false })).toBe(step);
});

test.each([
  ["without a sale", "beto", undefined, "bought"],
  ["beside a second payment", "beto", "processing", "bought"],
  ["beside a dispute of another sale", "beto", "disputed", "bought"],
  ["as its creator", "ana", undefined, "own"],
] as const)("a person with access %s gets the step $3", (_, viewerId, sale, step) => {
  expect(decideWatchStep(viewerId, { creatorId: "ana", granted: true, sale, held: true })).toBe(step);
});

test("a pending payment of the course or of a lesson holds back a purchase, and nothing that was decided before", () => {
  const of = (sale?: "processing" | "disputed") =>
    decideWatchStep("beto", { creatorId: "ana", granted: false, sale, held: true });
  expect([of(), of("processing"), of("disputed")]).toEqual(["held", "paying", "disputed"]);
});
