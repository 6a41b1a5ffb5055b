import { expect, test } from "vitest";
import { isNewBrowser, mayClaimFirstAdmin } from "./sign-in.server";

test.each([
  ["has never signed in is new", undefined, true],
  ["has signed in to another account alone is new", { userIds: ["other"] }, true],
  ["has signed in to this account is not new", { userIds: ["other", "own"] }, false],
])("a browser that %s", (_, device, isNew) => {
  expect(isNewBrowser(device, "own")).toBe(isNew);
});

test("the first administrator may be restricted to an e-mail", () => {
  expect(mayClaimFirstAdmin("ana@example.com", undefined)).toBe(true);
  expect(mayClaimFirstAdmin("Ana@Example.com", "ana@example.COM")).toBe(true);
  expect(mayClaimFirstAdmin("bia@example.com", "ana@example.com")).toBe(false);
});
