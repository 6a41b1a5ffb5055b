import { expect, test } from "vitest";
import {
  type DisputeKnown,
  detectEvidenceType,
  emptyProofs,
  findTextProblem,
  parseEvidence,
  parseFileField,
  parseStoredFiles,
  textMaxLength,
  writeEvidence,
} from "./evidence";

const known: DisputeKnown = {
  purchaseNumber: "SB-7K3M-92",
  title: "Violão para iniciantes",
  isCourse: false,
  creator: "Marina Duarte",
  buyerName: "Camila Moura",
  buyerEmail: "camila@exemplo.com.br",
  amount: "R$ 49,90",
  paidAt: "23 out 2026, 14:06",
  paidDay: "2026-10-23",
  grantedAt: "23 out 2026, 14:07",
  isGift: false,
  withdrawalEnds: "30/10/2026",
  withdrawalOver: true,
  refundRequested: false,
  refunded: undefined,
  termsVersion: "2026-10-01",
  termsAcceptedAt: "20 out 2026, 09:00",
  watchedTo: "31:05",
  watchedAt: "26 out 2026, 20:00",
  accesses: [
    {
      openedAt: "26 out 2026, 19:20",
      until: "26 out 2026, 20:00",
      address: "203.0.113.7",
      device: "Chrome no Windows",
    },
  ],
  mails: [{ subject: "Recibo", to: "camila@exemplo.com.br", sentAt: "23 out 2026, 14:08" }],
  earlierPurchases: 2,
};

test("the evidence texts name the purchase, the watched time, the mails and the terms", () => {
  const texts = writeEvidence(known);
  expect(texts.uncategorized_text).toContain("SB-7K3M-92");
  expect(texts.uncategorized_text).toContain("até 31:05");
  expect(texts.access_activity_log?.split("\n")).toHaveLength(5);
  expect(texts.access_activity_log).toContain(
    "26 out 2026, 19:20: vídeo aberto do endereço IP 203.0.113.7 com Chrome",
  );
  expect(texts.refund_policy_disclosure).toContain("versão 2026-10-01");
  expect(texts).toMatchObject({ service_date: "2026-10-23", customer_email_address: known.buyerEmail });
  expect(findTextProblem(texts)).toBeUndefined();
});

test("one other purchase is not written as several", () => {
  expect(writeEvidence({ ...known, earlierPurchases: 1 }).uncategorized_text).toContain(
    "A mesma conta tem outra compra paga e não contestada.",
  );
});

test("the evidence texts omit what is not recorded", () => {
  const texts = writeEvidence({
    ...known,
    grantedAt: undefined,
    refundRequested: true,
    watchedTo: undefined,
    watchedAt: undefined,
    termsAcceptedAt: undefined,
    accesses: [],
    mails: [],
    earlierPurchases: 0,
  });
  expect(texts.refund_refusal_explanation).toBeUndefined();
  expect(texts.uncategorized_text).not.toMatch(/assistiu|não contestadas|liberado/);
  expect(texts.access_activity_log).not.toContain("liberado");
  expect(texts.refund_policy_disclosure).not.toContain("aceitou");
});

test("nothing says that the withdrawal period is over while it runs, and after it the refusal does", () => {
  const running = writeEvidence({ ...known, withdrawalOver: false });
  expect(running.refund_refusal_explanation).toBeUndefined();
  expect(Object.values(running).join("\n")).not.toContain("terminou");
  expect(writeEvidence(known).refund_refusal_explanation).toContain("terminou em 30/10/2026");
});

test("a course is called a course", () => {
  const texts = writeEvidence({ ...known, isCourse: true, watchedTo: undefined, watchedAt: undefined });
  expect(texts.uncategorized_text).toContain("acesso ao curso “Violão para iniciantes”");
  expect(texts.product_description).toMatch(/^Curso em vídeo/);
  expect(Object.values(texts).join("\n")).not.toMatch(/videoaula|vídeo aberto/i);
});

test("the access to a gift is not claimed for the buyer", () => {
  const taken = writeEvidence({ ...known, isGift: true });
  expect(taken.uncategorized_text).toContain("presente, que a pessoa presenteada aceitou");
  expect(taken.uncategorized_text).not.toContain("na conta da pessoa");
  expect(writeEvidence({ ...known, isGift: true, grantedAt: undefined }).uncategorized_text).toContain(
    "A compra foi um presente.",
  );
});

test("evidence above Stripe's limits is rejected before the request", () => {
  const tooLong = { service_date: "x".repeat(textMaxLength + 1) };
  expect(findTextProblem(tooLong)).toEqual({ field: "service_date", problem: "tooLong" });
  const longest = Object.keys(writeEvidence(known)).map((field) => [field, "x".repeat(textMaxLength)]);
  expect(findTextProblem(Object.fromEntries(longest))).toMatchObject({ problem: "allTooLong" });
  expect(findTextProblem({})).toMatchObject({ problem: "empty" });
});

test("the evidence form is read without unknown and empty fields", () => {
  const form = { intent: "stage", customer_name: " Camila ", service_date: "", receipt: "x" };
  expect(parseEvidence(form)).toEqual({ customer_name: "Camila" });
});

test("a proof without a tick is not sent, unless the form has no ticks", () => {
  const texts = { access_activity_log: "a", product_description: "p", customer_name: "c" };
  const fields = { ...texts, proof_product: "1" };
  expect(parseEvidence({ ...fields, ticks: "1" })).toEqual({ product_description: "p" });
  expect(emptyProofs({ product_description: "p" })).toEqual(["access", "buyer"]);
  expect(emptyProofs(parseEvidence(fields))).toEqual([]);
});

test.each([
  ["%PDF-1.7 …", "application/pdf"],
  ["\u00ff\u00d8\u00ff\u00e0", "image/jpeg"],
  ["\u0089PNG\r\n\u001a\n…", "image/png"],
  ["%PDF", undefined],
  ["GIF89a", undefined],
  ["<svg>", undefined],
  ["", undefined],
])("a file that begins with %j is of the type %s", (text, type) =>
  expect(detectEvidenceType(Buffer.from(text, "latin1"))).toBe(type),
);

test("only the provider's fields for files are read", () => {
  expect(parseFileField("receipt")).toBe("receipt");
  expect(parseFileField("uncategorized_text")).toBeUndefined();
  expect(parseFileField(undefined)).toBeUndefined();
  const receipt = { id: "file_1", name: "recibo.pdf", type: "application/pdf", bytes: 9 } as const;
  expect(parseStoredFiles({ receipt })).toEqual({ receipt });
  expect(parseStoredFiles(undefined)).toEqual({});
  expect(() => parseStoredFiles({ uncategorized_text: receipt })).toThrow();
});
