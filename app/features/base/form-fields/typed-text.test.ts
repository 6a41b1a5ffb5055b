import { describe, expect, test } from "vitest";
import {
  consumerSignupForm,
  creatorProfileForm,
  creatorRegistrationForm,
} from "~/features/base/accounts/account-forms";
import { payoutForm } from "~/features/money/payees/payout-form";
import { failedForm, paidForm } from "~/features/money/payouts/payout-form-rules";
import { reasonForm } from "~/features/office/people/account-step";
import { byHandForm, refundForm, withdrawalForm } from "~/features/orders/purchases/refund-form";
import { editForm } from "~/features/studio/own-videos/edit-video.server";
import { uploadForm } from "~/features/studio/uploads/upload-form";
import {
  amountField,
  cleanLines,
  hasVisibleCharacter,
  oneLine,
  withoutDirectionControls,
} from "./typed-text";

const controls = ["\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"];

test.each(controls)("a text loses %j at any position", (control) => {
  expect(withoutDirectionControls(`${control}Vio${control}lão${control}`)).toBe("Violão");
});

test.each(["שלום", "مرحبا 12", "\u200eA\u200f", "👩‍🏫", "a\nb"])(
  "the text %j keeps its direction marks and line breaks",
  (text) => {
    expect(withoutDirectionControls(text)).toBe(text);
  },
);

test.each([
  ["Pão\r\nBcc: a@b.com", "Pão Bcc: a@b.com"],
  ["a\u2028b\u2029c\u0085d\u000be\tf", "a b c d e f"],
  ["\u200b Pão\n", "Pão"],
])("the text of one line %j is stored as %j", (typed, stored) => {
  expect(oneLine(typed)).toBe(stored);
  const video = { title: typed, description: typed, price: "49,90" };
  expect(editForm.safeParse(video).data?.title).toBe(stored);
  const account = { email: "ana@example.com", password: "uma senha longa", fullName: typed };
  expect(consumerSignupForm.safeParse(account).data?.fullName).toBe(stored);
});

describe("direction controls in forms", () => {
  const turned = " \u202eAna\u2069 ";
  const account = { email: "ana@example.com", password: "uma senha longa" };
  const profile = {
    fullName: turned,
    country: turned,
    pixKey: " \u202eana@example.com\u2069 ",
    bankAccount: turned,
    bankName: turned,
  };
  const video = { title: turned, description: `${turned}\r\n${turned}`, price: "\u202d49,90\u202c" };
  const shown = {
    fullName: "Ana",
    country: "Ana",
    pixKey: "ana@example.com",
    bankAccount: "Ana",
    bankName: "Ana",
  };
  const refund = { amount: "10,00", channel: "outside", note: turned, seenBackCents: "0" };
  const refundId = "123e4567-e89b-42d3-a456-426655440000";

  test.each([
    ["a learner's registration", consumerSignupForm, { ...account, fullName: turned }, { fullName: "Ana" }],
    ["a creator's registration", creatorRegistrationForm, { ...account, ...profile }, shown],
    ["completing it", creatorProfileForm, profile, shown],
    [
      "uploading",
      uploadForm,
      { source: "file", ...video },
      { title: "Ana", description: "Ana\n Ana", price: 4990 },
    ],
    ["editing", editForm, video, { title: "Ana", description: "Ana\n Ana" }],
    [
      "payment settings",
      payoutForm({ cardKept: true }),
      { paymentMethod: "bank", bankName: turned, bankAccount: turned },
      { bankName: "Ana", bankAccount: "Ana" },
    ],
    [
      "a PIX key, as copied from a message",
      withdrawalForm({ byHand: true }),
      { pixKey: "\u202aana@example.com\u202c" },
      { pixKey: "ana@example.com" },
    ],
    ["a refund", refundForm, refund, { note: "Ana" }],
    ["its end", byHandForm, { refundId, outcome: "failed", note: turned }, { note: "Ana" }],
    ["a payout's end", paidForm, { bankReference: turned }, { bankReference: "Ana" }],
    ["a payout's failure", failedForm, { failure: turned }, { failure: "Ana" }],
    ["an administrator's reason", reasonForm, { reason: turned }, { reason: "Ana" }],
  ])("the form for %s removes them", (_, form, fields, value) => {
    expect(form.safeParse(fields)).toMatchObject({ success: true, data: value });
  });

  test("a password keeps them", () => {
    const password = "uma\u202esenha";
    const form = consumerSignupForm.safeParse({ ...account, password, fullName: "Ana" });
    expect(form).toMatchObject({ success: true, data: { password } });
  });

  test("a text of direction controls only is empty", () => {
    const nothing = controls.join(" ");
    const messages = (form: { error?: { issues: { message: string }[] } }) =>
      form.error?.issues.map(({ message }) => message);
    expect(messages(editForm.safeParse({ ...video, title: nothing }))).toEqual(["videos.fillAll"]);
    expect(messages(consumerSignupForm.safeParse({ ...account, fullName: nothing }))).toEqual([
      "common.required",
    ]);
    expect(messages(failedForm.safeParse({ failure: nothing }))).toEqual(["common.required"]);
  });
});

test.each([
  ["a\r\nb\rc\u2028d", "a\nb\nc\nd"],
  ["a\n\n\n\nb", "a\n\nb"],
  ["a\u0000\u0007\u001b[31mb\u0085\u009bc", "a[31mbc"],
  ["um\tdois", "um dois"],
  ["fim  \noutro", "fim\noutro"],
])("a text of several lines loses control characters and keeps its line breaks: %j", (typed, kept) => {
  expect(cleanLines(typed)).toBe(kept);
});

test.each(["a", " 7 ", "…", "🎸", "日本", "ㄱ", "a\u200d", "❤️"])("%j has a visible character", (text) => {
  expect(hasVisibleCharacter(text)).toBe(true);
});

test.each(["", " \n", "\u200b", "\u3164", "\u115f\u1160", "\u200e \u2066", "\u00ad", "\ufe0f", "\u2800"])(
  "%j has no visible character",
  (text) => {
    expect(hasVisibleCharacter(text)).toBe(false);
  },
);

test.each([
  ["10,00", 1000],
  ["10.5", 1050],
  [" 49,90 ", 4990],
  ["0,01", 1],
  ["7", 700],
  ["0,00", undefined],
  ["", undefined],
  ["-1", undefined],
  ["1,234", undefined],
  ["1.000,00", undefined],
  ["1e3", undefined],
  ["9".repeat(16), undefined],
])("the amount %j is %j cents", (typed, cents) => expect(amountField.safeParse(typed).data).toBe(cents));
