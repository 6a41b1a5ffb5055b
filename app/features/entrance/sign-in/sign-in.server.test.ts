import { expect, test } from "vitest";
import { isNewBrowser } from "./sign-in.server";

test.each([
  ["has never signed in is new", undefined, true],
  ["has signed in to another account alone is new", { userIds: ["other"] }, true],
  ["has signed in to this account is not new", { userIds: ["other", "own"] }, false],
])("a browser that %s", (_, device, isNew) => {
  expect(isNewBrowser(device, "own")).toBe(isNew);
});
