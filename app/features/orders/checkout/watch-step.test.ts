import { expect, test } from "vitest";
import { decideWatchStep } from "./watch-step";

test.each([
  ["nobody signed in", undefined, undefined, "login"],
  ["a learner", "beto", undefined, "buy"],
  ["a learner whose payment is on its way", "beto", "processing", "paying"],
  ["a learner who has bought it", "beto", "completed", "bought"],
  ["its creator", "ana", undefined, "own"],
  ["its creator, who bought it before it was theirs", "ana", "completed", "own"],
] as const)("%s", (_, viewerId, sale, step) => {
  expect(decideWatchStep(viewerId, { creatorId: "ana", sale })).toBe(step);
});
