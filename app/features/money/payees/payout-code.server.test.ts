import fc from "fast-check";
import { expect, test } from "vitest";
import { crc16, plainName, txidOf, writeBrCode, writePayoutCode } from "./payout-code.server";

test("the checksum is CRC-16/CCITT-FALSE, as in its check value and in Banco Central's example", () => {
  expect(crc16("123456789")).toBe("29B1");
  const example =
    "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***6304";
  expect(crc16(example)).toBe("1D3D");
});

// Written by pix-utils 2.8.2.
test.each([
  [
    {
      receiver: "João Batista dos Reis",
      pixKey: "+5531988880000",
      cents: 81_345,
      txid: "0ABCDEFGHIJKLMNOPQRSTUVWX",
    },
    "00020126360014br.gov.bcb.pix0114+55319888800005204000053039865406813.455802BR5921JOAO BATISTA DOS REIS6006BRASIL622905250ABCDEFGHIJKLMNOPQRSTUVWX630427AE",
  ],
  [
    { receiver: "Lia Nakamura", pixKey: "lia@demo.sabia.example", cents: 124_784, txid: "LIA1" },
    "00020126440014br.gov.bcb.pix0122lia@demo.sabia.example52040000530398654071247.845802BR5912LIA NAKAMURA6006BRASIL62080504LIA163044AA5",
  ],
])("the Pix code of %o equals that of another implementation", (code, expected) => {
  expect(writeBrCode(code)).toBe(expected);
});

test("the longest e-mail key fits a Pix code, and one more character does not", () => {
  const key = (length: number) => `${"a".repeat(length - 10)}@b.example`;
  const code = { receiver: "Ana", cents: 100, txid: "A".repeat(25) };
  expect(writeBrCode({ ...code, pixKey: key(77) })).toContain(`26990014br.gov.bcb.pix0177${key(77)}`);
  expect(() => writeBrCode({ ...code, pixKey: key(78) })).toThrow(RangeError);
});

test.each([
  [5, "0.05"],
  [50, "0.50"],
  [100, "1.00"],
  [123_456_789, "1234567.89"],
])("a Pix code writes %i cents as %s", (cents, amount) => {
  const written = `54${String(amount.length).padStart(2, "0")}${amount}5802BR`;
  expect(writeBrCode({ receiver: "Ana", pixKey: "a@b.example", cents, txid: "A" })).toContain(written);
});

test.each([0, -100, 1.5, Number.NaN, 10 ** 13])("a Pix code of %s cents is refused", (cents) => {
  expect(() => writeBrCode({ receiver: "Ana", pixKey: "a@b.example", cents, txid: "A" })).toThrow(RangeError);
});

test.each(["", "A-1", "A".repeat(26), "ã"])("a Pix code with the txid %j is refused", (txid) => {
  expect(() => writeBrCode({ receiver: "Ana", pixKey: "a@b.example", cents: 1, txid })).toThrow(RangeError);
});

test.each([
  ["Inês Gonçalves d'Ávila", "INES GONCALVES D AVILA"],
  ["=cmd|' /C calc'!A0", "CMD /C CALC A0"],
  ["Maria Aparecida dos Santos Oliveira", "MARIA APARECIDA DOS SANTO"],
  ["Maria Aparecida dos Anjos Oliveira", "MARIA APARECIDA DOS ANJOS"],
  ["Ana Maria Clementina Sou Zaz", "ANA MARIA CLEMENTINA SOU"],
  ["Æsa Ωnassis", "AESA ONASSIS"],
  ["Łukasz Øster Straße", "LUKASZ OSTER STRASSE"],
  ["Đorđe Þór Œuvre", "DORDE THOR OEUVRE"],
  ["Юлия Щукина", "YULIYA SHCHUKINA"],
  ["ﬁlipe ｊｏãｏ", "FILIPE JOAO"],
  ["李雷", "RECEBEDOR"],
  ["", "RECEBEDOR"],
])("a Pix code writes the name %j as %j", (name, plain) => expect(plainName(name)).toBe(plain));

test.each([
  ["00000000-0000-0000-0000-000000000000", "0000000000000000000000000"],
  ["00000000-0000-0000-0000-000000000023", "000000000000000000000000Z"],
  ["ffffffff-ffff-ffff-ffff-ffffffffffff", "F5LXX1ZZ5PNORYNQGLHZMSP33"],
])("the txid of the payout %s is %s", (id, txid) => expect(txidOf(id)).toBe(txid));

test("the txids of different payouts differ and fit a static Pix code", () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (one, other) => {
      expect(txidOf(one)).toMatch(/^[A-Z0-9]{25}$/);
      expect(txidOf(one) === txidOf(other)).toBe(one === other);
    }),
  );
});

const payout = {
  id: "6f1c2f0e-6d3b-4d8b-9a55-0d3f8a3c1b2a",
  status: "prepared",
  payment_method: "pix",
  pix_key: "Ana@Pix.example",
  payee_name: "Ana Criadora",
  amount_cents: 4_241,
} as const;

test("the code of a prepared payout has its key, amount, name and txid", () => {
  const code = writePayoutCode(payout);
  for (const part of ["0115ana@pix.example", "540542.41", "5912ANA CRIADORA", "05256"])
    expect(code).toContain(part);
});

test.each([
  ["paid", { status: "paid" }],
  ["failed", { status: "failed" }],
  ["returned", { status: "returned" }],
  ["by bank transfer", { payment_method: "bank" }],
  ["without a key", { pix_key: null }],
  ["with an invalid key", { pix_key: "minha chave" }],
] as const)("a payout %s has no code", (_, change) => {
  expect(writePayoutCode({ ...payout, ...change })).toBeUndefined();
});
