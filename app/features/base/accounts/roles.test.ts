import { expect, test } from "vitest";
import { decideAdminAccess, decideCreatorAccess } from "./roles";

const nobody = undefined;
const roles = (...names: ("isAdmin" | "isCreator" | "isConsumer")[]) => ({
  isAdmin: names.includes("isAdmin"),
  isCreator: names.includes("isCreator"),
  isConsumer: names.includes("isConsumer"),
});

test.each([
  ["nobody", nobody, "signIn", "signIn"],
  ["someone without any profile", roles(), "completeProfile", "refuse"],
  ["a consumer", roles("isConsumer"), "completeProfile", "refuse"],
  ["a creator", roles("isCreator"), "enter", "refuse"],
  ["a creator who also buys", roles("isCreator", "isConsumer"), "enter", "refuse"],
  ["an admin", roles("isAdmin"), "completeProfile", "enter"],
  ["an admin who also sells", roles("isAdmin", "isCreator"), "enter", "enter"],
] as const)("%s gets $2 in the creator area and $3 in the admin area", (_, who, creatorArea, adminArea) => {
  expect(decideCreatorAccess(who)).toBe(creatorArea);
  expect(decideAdminAccess(who)).toBe(adminArea);
});
