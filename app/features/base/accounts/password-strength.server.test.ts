import { expect, test } from "vitest";
import { refuseNewPassword } from "./password-strength.server";

const marina = {
  email: "mari.alves@example.com",
  names: ["Marina Souza", "Violão da Serra", "violao-da-serra", null, undefined],
};

test.each([
  ["aaaaaa", "passwordRepeated"],
  ["      ", "passwordRepeated"],
  ["abcabcabc", "passwordRepeated"],
  ["Dragon1", "passwordCommon"],
  ["PassWord", "passwordCommon"],
  ["senha123", "passwordGuessable"],
  ["Mudar@123", "passwordGuessable"],
  ["senha@2024", "passwordGuessable"],
  ["sabia123", "passwordGuessable"],
  ["Sabiá2024", "passwordPersonal"],
  ["corinthians", "passwordGuessable"],
  ["Palmeiras2024", "passwordGuessable"],
  ["teamo123", "passwordGuessable"],
  ["02041990", "passwordDate"],
  ["marinasouza", "passwordPersonal"],
  ["m4rin4!", "passwordPersonal"],
  ["marialves", "passwordPersonal"],
  ["violaodaserra", "passwordPersonal"],
])("the easy new password %j is refused with the message %s", (password, message) => {
  expect(refuseNewPassword(password, marina)).toBe(`accounts.${message}`);
});

test("of a new password the first characters are checked: two hundred repeated ones are refused", () => {
  expect(refuseNewPassword("19".repeat(100), marina)).toBe("accounts.passwordRepeated");
});

test.each(["tuxo91", "kz8mq2", "correct horse", "senha boa", "café com pão", "пароль", "çãõéêí"])(
  "the password %j is accepted",
  (password) => expect(refuseNewPassword(password, marina)).toBeUndefined(),
);

test("an administrator's password needs at least eight characters of any kind", () => {
  const admin = { ...marina, isAdmin: true };
  expect(refuseNewPassword("kz8mq2x", admin)).toBe("accounts.passwordAdminShort");
  expect(refuseNewPassword("kz8mq2xw", admin)).toBeUndefined();
});
