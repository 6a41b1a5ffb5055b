import { expect, test } from "vitest";
import { mailNames } from "~/i18n/locales/pt/administration";
import { mailKinds, nameMailKind } from "./mail-kinds";

test("every kind of mail has a name of its own for administrators, and no name is without a kind", () => {
  expect(Object.keys(mailNames).sort()).toEqual([...Object.keys(mailKinds), "another"].sort());
  expect(new Set(Object.values(mailNames)).size).toBe(Object.keys(mailNames).length);
});

test("a kind of another release is named as another mail", () => {
  expect(nameMailKind("refundDone")).toBe("refundDone");
  expect(nameMailKind("fromTheFuture")).toBe("another");
  expect(nameMailKind("toString")).toBe("another");
});
