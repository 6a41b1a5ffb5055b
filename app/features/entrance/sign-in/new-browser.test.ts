import { expect, test } from "vitest";
import { isNewBrowser } from "./new-browser";

test.each([
  ["has never signed in", undefined, true],
  ["has signed in to another account alone", { userIds: ["other"] }, true],
  ["has signed in to this account", { userIds: ["other", "own"] }, false],
])("a browser that %s: whether it is new", (_, device, isNew) => {
  expect(isNewBrowser(device, "own")).toBe(isNew);
});
