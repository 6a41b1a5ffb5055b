import { expect, test } from "vitest";
import { parseFields } from "~/platform/forms/forms.server";
import { announcementForm, hasOffer } from "./announcement-form";

test.each([
  ["Custa R$ 10 só hoje", true],
  ["Use o cupom PAES20", true],
  ["COUPON inside", true],
  ["10 reais a menos", true],
  ["20% de desconto até sexta", true],
  ["Gravei de novo a aula 3, com 20 % mais luz", false],
  ["Realmente vale repetir 3 realces", false],
])("the text “%s” is an offer: %s", (text, expected) => expect(hasOffer(text)).toBe(expected));

const fields = { subject: "Aula 3 de novo", text: "Regravei a aula 3." };

test("an announcement goes to a product's buyers, to all buyers or to the followers", () => {
  const id = "3f1c0b52-6c1e-4a55-9e3b-1f6d5d3a9a10";
  const targetOf = (productId: string) => {
    const form = parseFields(announcementForm, { ...fields, productId });
    return form.ok ? form.value.productId : form.problem.errors;
  };
  expect(targetOf(id)).toEqual({ audience: "buyers", productId: id });
  expect(targetOf("all")).toEqual({ audience: "buyers", productId: null });
  expect(targetOf("followers")).toEqual({ audience: "followers", productId: null });
  expect(targetOf("everybody")).toEqual({ productId: "announcements.targetNeeded" });
});

test("offers are refused to buyers, not to followers, and each bad field has its message", () => {
  const errorsOf = (more: Record<string, string>) => {
    const form = parseFields(announcementForm, { ...fields, ...more });
    return form.ok ? {} : form.problem.errors;
  };
  const offer = { subject: "Cupom", text: "Por R$ 9,90" };
  const noOffers = "announcements.noOffers";
  expect(errorsOf({ ...offer, productId: "all" })).toEqual({ subject: noOffers, text: noOffers });
  expect(errorsOf({ ...offer, productId: "followers" })).toEqual({});
  expect(errorsOf({ subject: " ", text: "\u200b", productId: "all" })).toEqual({
    subject: "announcements.subjectNeeded",
    text: "announcements.textNeeded",
  });
  expect(errorsOf({ subject: "a".repeat(121), text: "a".repeat(5_001), productId: "all" })).toEqual({
    subject: "accounts.tooLong",
    text: "accounts.tooLong",
  });
});
