import { describe, expect, test } from "vitest";
import { emailField } from "~/features/base/accounts/account-forms";
import { parseAmount } from "~/features/base/money/price";
import { parseFeePercent } from "~/features/money/fees/rule-forms";
import { checkCharacter, parsePurchaseNumber } from "~/features/money/ledger/purchase-number";
import { parseAccount, parseBranch } from "~/features/money/payees/bank-account";
import { decideSaleSearch } from "~/features/office/sales/sale-search";
import { couponForm } from "~/features/orders/coupons/coupon-form";
import { parseCouponCode, readTypedCode } from "~/features/orders/coupons/coupon-rules";
import { giftForm } from "~/features/orders/gifts/gift-form";
import { parseGuestEmails } from "~/features/orders/gifts/invite-guests.server";
import { parseTypedSecond } from "~/features/playback/access/parse-position";
import { readCertificateCode } from "~/features/playback/certificates/certificate-rules";
import { parseShopFilters } from "~/features/shop/catalog/shop-filters";
import { parseHandle, parseLinks } from "~/features/shop/creators/profile-rules";
import { parseYoutubeId } from "~/features/videos/listing/youtube-link";
import { parseDay } from "~/i18n/days";
import { plainCode } from "~/ui/forms/plain-code";
import { parseSpan } from "./date-span";
import { parsePixKey } from "./pix-key";
import { parseTaxId } from "./tax-id";

test.each([
  ["\u200b4\u200b9,90\ufeff", "49,90"],
  ["ａｂ－１２．３", "ab-12.3"],
  ["𝟏𝟐𝟑", "123"],
  ["1\u20102\u20113\u20124\u20135\u20146\u22127\uff0d8\u2043", "1-2-3-4-5-6-7-8-"],
  ["são joão ½ ②", "são joão ½ ②"],
])("%j is read as %j", (typed, plain) => expect(plainCode(typed)).toBe(plain));

describe("an invisible character, another hyphen or full-width characters are understood in", () => {
  const fields = { code: "PRIMEIRA", percent: "20" };
  const coupon = (changes: Record<string, string>) =>
    couponForm("creator").safeParse({ ...fields, ...changes }).data;
  const number = `SB-7K3M-9${checkCharacter("7K3M9")}`;
  const now = new Date("2026-11-20T12:00:00Z");

  test.each<[string, () => unknown, unknown]>([
    ["a price", () => parseAmount("４９，９０\u200b"), 4990],
    ["a fee", () => parseFeePercent("\u200b12,5\u200b%"), 1250],
    ["an e-mail", () => emailField.safeParse("\u200bana@exam\u200bple.com\ufeff").data, "ana@example.com"],
    ["an e-mail of full width", () => emailField.safeParse("ana＠example．com").data, "ana@example.com"],
    [
      "a list of e-mails",
      () => parseGuestEmails("\u200ba@b.com\u200b, c@d.com").emails,
      ["a@b.com", "c@d.com"],
    ],
    [
      "a Pix key",
      () => parsePixKey("123e4567\u2011e89b\u201142d3\u2011a456\u2011426655440000"),
      { ok: true, type: "random", key: "123e4567-e89b-42d3-a456-426655440000" },
    ],
    [
      "a phone",
      () => parsePixKey("\u202a(11) 98765\u20134321\u202c"),
      { ok: true, type: "phone", key: "+5511987654321" },
    ],
    ["a CPF", () => parseTaxId("529.982.247\u201325\u200b")?.value, "52998224725"],
    ["a branch", () => parseBranch("1234\u20135"), "1234-5"],
    ["an account", () => parseAccount("１２３４５\u22126"), "12345-6"],
    ["a coupon's code", () => parseCouponCode("natal\u201126\u200b"), "NATAL-26"],
    ["a coupon's code with spaces", () => readTypedCode(" natal 26\u00a0"), "NATAL26"],
    ["a coupon's percentage", () => coupon({ percent: "２０ ％\u200b" })?.percent, 20],
    ["a coupon's uses", () => coupon({ maxUses: "１０\u200b" })?.maxUses, 10],
    [
      "a coupon's day",
      () => coupon({ from: "2026\u201111\u201121\u200b" })?.from,
      new Date("2026-11-21T03:00:00Z"),
    ],
    [
      "a gift's day",
      () => giftForm(now).safeParse({ email: "a@b.com", day: "2026\u201112\u201124\u200b" }).data?.day,
      new Date("2026-12-24T12:00:00Z"),
    ],
    ["a purchase's number", () => parsePurchaseNumber(`${number.replaceAll("-", "\u2011")}\u200b`), number],
    [
      "a sale's search",
      () => decideSaleSearch("\u200bana@example.com\u200b"),
      { by: "email", email: "ana@example.com" },
    ],
    ["a certificate's code", () => readCertificateCode("7K2M\u20119QRT\u20114XYZ\u200b"), "7K2M9QRT4XYZ"],
    ["a handle", () => parseHandle("\u200b@ana\u2011lima"), { ok: true, handle: "ana-lima" }],
    ["a link", () => parseLinks("\u200bana.example.com/a\u200b").ok, true],
    ["a moment of a video", () => parseTypedSecond("１：０５\u200b"), 65],
    ["a YouTube link", () => parseYoutubeId("https://youtu.be/dQw4w9WgXcQ\u200b"), "dQw4w9WgXcQ"],
    [
      "the marketplace's highest price",
      () => parseShopFilters(new URLSearchParams({ maxPrice: "\u200b５０\u200b" })).maxPrice,
      "50",
    ],
    [
      "the days of a list",
      () => parseSpan(new URLSearchParams({ from: "\u200b2026\u201111\u201121" })).span.from,
      "2026-11-21",
    ],
    ["a day as plain code", () => parseDay(plainCode("2026\u201211\u201221")), "2026-11-21"],
  ])("%s", (_, read, expected) => {
    expect(expected).toBeDefined();
    expect(read()).toEqual(expected);
  });
});
