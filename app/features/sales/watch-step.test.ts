import { expect, test } from "vitest";
import { decideWatchStep } from "./watch-step";

test.each([
  ["nobody signed in", undefined, false, "login"],
  ["a learner", "beto", false, "buy"],
  ["a learner who has bought it", "beto", true, "bought"],
  ["its creator", "ana", false, "own"],
  ["its creator, who bought it before it was theirs", "ana", true, "own"],
] as const)("%s", (_, viewerId, bought, step) => {
  expect(decideWatchStep(viewerId, { creatorId: "ana", bought })).toBe(step);
});
