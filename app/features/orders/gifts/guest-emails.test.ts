import { expect, test } from "vitest";
import { parseGuestEmails } from "./guest-emails";

test("addresses are read from lines, commas and semicolons, each once whatever its case", () => {
  expect(parseGuestEmails(" ana@example.com\r\nbia@example.com, ANA@example.com;caio@example.com\n")).toEqual(
    {
      emails: ["ana@example.com", "bia@example.com", "caio@example.com"],
      invalid: undefined,
    },
  );
  expect(parseGuestEmails(" \n")).toEqual({ emails: [], invalid: undefined });
});

test("a list with something that is no address names it", () => {
  expect(parseGuestEmails("ana@example.com\nturma da noite")).toEqual({ emails: [], invalid: "turma" });
});
