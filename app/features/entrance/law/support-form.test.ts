import { expect, test } from "vitest";
import { messageMaxLength, supportForm } from "./support-form";

const filled = {
  id: "7b0d9f5e-0f44-4c39-9a37-5a3b0a2f6d11",
  email: "ana@example.com",
  message: "Não consigo assistir.",
};

test("a message needs an e-mail and a text; the rest may be empty", () => {
  expect(supportForm.parse(filled)).toEqual({ ...filled, purchase: "", code: "", website: "" });
});

test("the purchase and the code of a support message are single lines", () => {
  expect(supportForm.parse({ ...filled, purchase: " SB-7K3M-92\r\nBcc: x@y " })).toMatchObject({
    purchase: "SB-7K3M-92 Bcc: x@y",
  });
});

test.each([
  ["email", "ana"],
  ["email", "ana@example.com\r\nBcc: x@y.com"],
  ["message", "   "],
  ["message", "x".repeat(messageMaxLength + 1)],
  ["purchase", "x".repeat(81)],
])("the field %s of the support form with the value %j is refused", (field, value) => {
  const parsed = supportForm.safeParse({ ...filled, [field]: value });
  expect(parsed.error?.issues.map(({ path }) => path[0])).toEqual([field]);
});
