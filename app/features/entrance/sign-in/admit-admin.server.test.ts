import { expect, test } from "vitest";
import { mayClaimFirstAdmin } from "./admit-admin.server";

test("the first administrator may be restricted to an e-mail", () => {
  expect(mayClaimFirstAdmin("ana@example.com", undefined)).toBe(true);
  expect(mayClaimFirstAdmin("Ana@Example.com", "ana@example.COM")).toBe(true);
  expect(mayClaimFirstAdmin("bia@example.com", "ana@example.com")).toBe(false);
});
