import { describe, expect, test } from "vitest";
import { creatorRegistrationForm } from "~/features/entrance/sign-in/creator-forms";
import { changePasswordForm, consumerSignupForm, loginForm, resetPasswordForm } from "./account-forms";
import { isCommonPassword } from "./common-password";
import { commonPasswords } from "./common-passwords";

test.each(["123456", "password123", "PassWord", "qwertyuiop", "flamengo"])("%s is common", (password) =>
  expect(isCommonPassword(password)).toBe(true),
);

test.each(["senha-segura-1", "sabia-demo", "correct horse", "", "constructor", "senha boa"])(
  "%j is not",
  (password) => expect(isCommonPassword(password)).toBe(false),
);

test("the list has no short, empty or repeated entry", () => {
  const all = commonPasswords.trim().split(/\s+/);
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(8_000);
  expect(all.filter((one) => one.length < 6 || one !== one.toLowerCase())).toEqual([]);
});

describe("a common password", () => {
  const refused = { password: "Dragon1", confirmPassword: "Dragon1" };
  test.each([
    ["a creator's registration", creatorRegistrationForm],
    ["a consumer's sign-up", consumerSignupForm],
    ["a reset", resetPasswordForm],
    ["a change", changePasswordForm],
  ])("is refused beside its field at %s", (_, form) => {
    const { error } = form.safeParse({ ...refused, currentPassword: "Dragon1" });
    expect(error?.issues.filter(({ path }) => path[0] === "password").map(({ message }) => message)).toEqual([
      "accounts.passwordCommon",
    ]);
    expect(error?.issues.some(({ path }) => path[0] === "currentPassword")).toBe(false);
  });

  test("still signs in an account that has it", () => {
    expect(loginForm.safeParse({ email: "ana@example.com", password: "Dragon1" }).success).toBe(true);
  });
});
