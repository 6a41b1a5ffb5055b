import { expect, test } from "vitest";
import { giftForm } from "./gift-form";

const now = new Date("2026-11-25T15:00:00Z");
const parse = (fields: Record<string, string>) =>
  giftForm(now).safeParse({ email: "bia@example.com", ...fields });
const errorOf = (fields: Record<string, string>) => parse(fields).error?.issues[0]?.message;

test("a gift is sent at nine in São Paulo on its day, and at once without a day, today or in the past", () => {
  expect(parse({ day: "2026-12-24", message: " Feliz Natal!\r\nBeijo " }).data).toEqual({
    email: "bia@example.com",
    day: new Date("2026-12-24T12:00:00Z"),
    message: "Feliz Natal!\nBeijo",
  });
  for (const day of ["", "2026-11-25", "2026-11-01"])
    expect(parse({ day }).data).toMatchObject({ day: null });
  expect(parse({ message: " " }).data).toMatchObject({ message: null });
});

test.each([
  [{ day: "2026-02-30" }, "gifts.dayInvalid"],
  [{ day: "amanhã" }, "gifts.dayInvalid"],
  [{ day: "2028-01-01" }, "gifts.dayInvalid"],
  [{ message: "x".repeat(501) }, "gifts.messageTooLong"],
  [{ email: "bia" }, "accounts.emailInvalid"],
  [{ email: "" }, "common.required"],
])("the gift form %j is refused", (fields, error) => expect(errorOf(fields)).toBe(error));
