import { expect, test } from "vitest";
import { parseGuestEmails } from "./invite-guests.server";

test("addresses of guests are split at lines, commas and semicolons, without duplicates in any case", () => {
  expect(parseGuestEmails(" ana@example.com\r\nbia@example.com, ANA@example.com;caio@example.com\n")).toEqual(
    {
      emails: ["ana@example.com", "bia@example.com", "caio@example.com"],
      invalid: undefined,
    },
  );
  expect(parseGuestEmails(" \n")).toEqual({ emails: [], invalid: undefined });
});

test("an invalid address in a list of guests is named", () => {
  expect(parseGuestEmails("ana@example.com\nturma da noite")).toEqual({ emails: [], invalid: "turma" });
});
