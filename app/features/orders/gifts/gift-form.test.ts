import { expect, test } from "vitest";
import { decideGiftSending, giftForm } from "./gift-form";

const now = new Date("2026-11-25T15:00:00Z");
const parse = (fields: Record<string, string>) =>
  giftForm(now).safeParse({ email: "bia@example.com", ...fields });
const errorOf = (fields: Record<string, string>) => parse(fields).error?.issues[0]?.message;

test("a gift's form has a day and a message, or none", () => {
  expect(parse({ day: "2026-12-24", message: " Feliz Natal!\r\nBeijo " }).data).toEqual({
    email: "bia@example.com",
    day: new Date("2026-12-24T12:00:00Z"),
    message: "Feliz Natal!\nBeijo",
  });
  expect(parse({ day: "", message: " " }).data).toMatchObject({ day: null, message: null });
});

test.each([
  ["2026-12-24", "08:59", new Date("2026-12-24T12:00:00Z")],
  ["2026-11-25", "08:59", new Date("2026-11-25T12:00:00Z")],
  ["2026-11-25", "09:00", null],
  ["2026-11-24", "08:59", null],
  ["2027-11-24", "08:59", new Date("2027-11-24T12:00:00Z")],
  ["2027-11-25", "08:59", undefined],
])("a gift for %s, bought at %s, is sent at nine in São Paulo, at once or never: %s", (day, time, sendAt) => {
  expect(decideGiftSending(day, new Date(`2026-11-25T${time}:00-03:00`))).toEqual(sendAt);
});

test.each([
  [{ day: "2026-02-30" }, "gifts.dayInvalid"],
  [{ day: "amanhã" }, "gifts.dayInvalid"],
  [{ day: "2028-01-01" }, "gifts.dayInvalid"],
  [{ message: "x".repeat(501) }, "gifts.messageTooLong"],
  [{ email: "bia" }, "accounts.emailInvalid"],
  [{ email: "" }, "common.required"],
])("the gift form %j is refused", (fields, error) => expect(errorOf(fields)).toBe(error));
