import { describe, expect, test } from "vitest";
import { couponForm, parseProducts } from "./coupon-form";

const parse = (fields: Record<string, string>, owner: "creator" | "platform" = "creator") =>
  couponForm(owner).safeParse({ code: "PRIMEIRA", percent: "20", ...fields });
const errorOf = (fields: Record<string, string>, owner?: "platform") => {
  const parsed = parse(fields, owner);
  return parsed.success ? undefined : [parsed.error.issues[0]?.path[0], parsed.error.issues[0]?.message];
};

test("a complete coupon form is parsed, with the first and the last moment of its days in São Paulo", () => {
  const fields = {
    code: " primeira ",
    percent: "20 %",
    from: "2026-11-25",
    until: "2026-11-30",
    maxUses: "100",
    perPerson: "1",
    firstOnly: "on",
  };
  expect(parse(fields).data).toEqual({
    code: "PRIMEIRA",
    percent: 20,
    amount: null,
    from: new Date("2026-11-25T03:00:00Z"),
    endsAt: new Date("2026-12-01T03:00:00Z"),
    maxUses: 100,
    perPerson: 1,
    firstOnly: true,
  });
});

test("a coupon's amount is parsed in cents, and empty fields set no limit", () => {
  expect(parse({ percent: "", amount: "10,50" }).data).toMatchObject({
    percent: null,
    amount: 1050,
    maxUses: null,
    perPerson: null,
    from: null,
    endsAt: null,
    firstOnly: false,
  });
});

describe("a refused coupon", () => {
  test.each([
    ["with a code of two characters", { code: "AB" }, ["code", "coupons.codeInvalid"]],
    ["with a space in its code", { code: "DEZ POR CENTO" }, ["code", "coupons.codeInvalid"]],
    ["with both discounts", { amount: "10,00" }, ["percent", "coupons.oneDiscount"]],
    ["without a discount", { percent: "" }, ["percent", "coupons.oneDiscount"]],
    ["of 101 percent", { percent: "101" }, ["percent", "coupons.percentInvalid"]],
    ["of no percent", { percent: "0" }, ["percent", "coupons.percentInvalid"]],
    ["with an invalid amount", { percent: "", amount: "dez" }, ["amount", "coupons.amountInvalid"]],
    ["for no uses", { maxUses: "0" }, ["maxUses", "coupons.countInvalid"]],
    ["with an invalid day", { from: "2026-02-30" }, ["from", "coupons.dayInvalid"]],
    [
      "that ends before it begins",
      { from: "2026-11-25", until: "2026-11-24" },
      ["until", "coupons.reversed"],
    ],
  ])("is one %s", (_, fields, error) => expect(errorOf(fields)).toEqual(error));

  test("is one of the platform above the platform's share", () => {
    expect(errorOf({ percent: "16" }, "platform")).toEqual(["percent", "coupons.percentPlatform"]);
    expect(errorOf({ percent: "15" }, "platform")).toBeUndefined();
  });
});

test("the products of a coupon are parsed from repeated fields or lines, without duplicates", () => {
  const [a, b] = ["7f80f745-1d2c-4b3a-9e8f-001122334455", "7f80f745-1d2c-4b3a-9e8f-001122334456"];
  expect(parseProducts([`${a}\n${b}`, a, "x", ""])).toEqual([a, b]);
});
