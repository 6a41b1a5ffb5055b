import { expect, test } from "vitest";
import type { BankLine } from "./bank-line";
import { type MatchedPayout, matchLines, namesKey, namesPerson } from "./match-lines";

const line = (text: string, cents = -50_000, change: Partial<BankLine> = {}): BankLine => ({
  day: "2026-11-23",
  cents,
  text,
  reference: "77",
  ...change,
});
const payout = (id: string, name: string, change: Partial<MatchedPayout> = {}): MatchedPayout => ({
  id,
  cents: 50_000,
  name,
  pixKey: null,
  txid: id.toUpperCase().repeat(25),
  preparedDay: "2026-11-20",
  status: "prepared",
  bankReference: null,
  ...change,
});
const ana = payout("a", "Ana Lima");
const bia = payout("b", "Bia Rocha");

test.each([
  ["PIX ENVIADO ANA MARIA DE LIMA", "Ana Maria de Lima", true],
  ["Pix enviado: Ána Lima", "Ana Lima", true],
  ["PIX TRANSF ALINE FERR23/11", "Aline Ferraz", true],
  ["PIX TRANSF MARIA DOS SAN23/11", "Maria dos Santos", true],
  ["PIX TRANSF ALINE", "Aline Ferraz", false],
  ["PIX TRANSF ALINE FE23/11", "Aline Ferraz", false],
  ["PIX TRANSF ALINE SOUZA", "Aline Ferraz", false],
  ["PIX FERRAZ LTDA", "Aline Ferraz", false],
  ["PIX MADONNA", "Madonna", false],
  ["", "Ana Lima", false],
])("the text %j of a bank line names %j: %s", (text, name, names) =>
  expect(namesPerson(text, name)).toBe(names),
);

test.each([
  ["Pix Ana@Pix.example", "ana@pix.example", true],
  ["Pix 123.482.917-09", "12348291709", true],
  ["Pix ***.482.917-**", "12348291709", true],
  ["Pix •••.482.917-••", "12348291709", true],
  ["Pix 000.482.917-00", "12348291709", false],
  ["Pix (11) 98765-4321", "+5511987654321", true],
  ["Pix 34.DEF.210/00GH-77", "34DEF21000GH77", true],
  ["Pix B71E0A3C-1111-4222-8333-44445555a09c", "b71e0a3c-1111-4222-8333-44445555a09c", true],
  ["Pix 98765-4321", "+5511987654321", false],
])("the text %j of a bank line names the Pix key %s: %s", (text, key, names) =>
  expect(namesKey(text, key)).toBe(names),
);

test("a txid makes a match certain, even under a different name", () => {
  const lines = [line(`PIX ${ana.txid}`), line("PIX", -50_000, { reference: bia.txid })];
  expect(matchLines(lines, [ana, bia]).proposals).toMatchObject([
    { certain: true, payoutId: "a", by: "txid" },
    { certain: true, payoutId: "b", by: "txid" },
  ]);
});

test("a match by amount alone is doubtful and lists every unpaid payout of that amount", () => {
  expect(matchLines([line("PIX ENVIADO")], [ana, bia]).proposals).toEqual([
    { kind: "paid", certain: false, line: 0, candidates: ["a", "b"] },
  ]);
});

test("two bank lines that name the same payout are both doubtful", () => {
  const { proposals } = matchLines([line("PIX ANA LIMA"), line("PIX ANA LIMA")], [ana]);
  expect(proposals).toEqual([
    { kind: "paid", certain: false, line: 0, candidates: ["a"] },
    { kind: "paid", certain: false, line: 1, candidates: ["a"] },
  ]);
});

test("a bank line that names two payouts of its amount is doubtful, even if one of them is already paid", () => {
  const former = payout("c", "Ana Lima", { status: "paid", bankReference: "other" });
  expect(matchLines([line("PIX ANA LIMA")], [ana, former]).proposals).toEqual([
    { kind: "paid", certain: false, line: 0, candidates: ["a"] },
  ]);
});

test("a bank line whose reference confirmed a payout earlier is recognised, even if a later payout has the same name and amount", () => {
  const former = payout("c", "Ana Lima", { status: "paid", bankReference: "77" });
  expect(matchLines([line("PIX ANA LIMA")], [ana, former])).toEqual({ proposals: [], known: 1 });
});

test("a bank line dated before the batch or long after it does not match a payout", () => {
  const days = ["2026-11-19", "2027-03-01"];
  expect(
    matchLines(
      days.map((day) => line("PIX ANA LIMA", -50_000, { day })),
      [ana],
    ),
  ).toEqual({ proposals: [], known: 0 });
});

test("a named payout with a different amount is displayed and cannot be confirmed", () => {
  expect(matchLines([line("PIX ANA LIMA", -50_005)], [ana, bia]).proposals).toEqual([
    { kind: "otherAmount", line: 0, payoutId: "a" },
  ]);
});

test("an incoming transfer is a return only if the bank marks it as one", () => {
  const paid = payout("a", "Ana Lima", { status: "paid", bankReference: "E1" });
  expect(matchLines([line("PIX RECEBIDO ANA LIMA", 50_000)], [paid]).proposals).toEqual([]);
  expect(matchLines([line("PIX DEVOLVIDO ANA LIMA", 50_000)], [paid]).proposals).toMatchObject([
    { kind: "returned", certain: true, payoutId: "a", by: "name" },
  ]);
  expect(matchLines([line("ESTORNO", 50_000)], [paid, bia]).proposals).toMatchObject([
    { kind: "returned", certain: false, candidates: ["a", "b"] },
  ]);
});

test("20,000 bank lines and 2,000 payouts are matched by an index on the amount", () => {
  const payouts = Array.from({ length: 2_000 }, (_, at) =>
    payout(`p${at}`, `Nome${"abcdefghij"[at % 10]} Silva`, { cents: 1_000 + at, txid: `T${at}X` }),
  );
  const lines = Array.from({ length: 20_000 }, (_, at) => line("TARIFA", -(5_000_000 + at)));
  expect(matchLines(lines, payouts)).toEqual({ proposals: [], known: 0 });
});

const first = "E18236120202611231405s0a1b2c3d4e";
const second = "E18236120202611231522s0f9e8d7c6b";

test("a txid that left the account again with another Pix than the recorded one is displayed as sent twice", () => {
  const paid = payout("a", "Ana Lima", { status: "paid", bankReference: first });
  const [again, same] = [line(`PIX ${ana.txid}`), line(`PIX ${ana.txid}`)].map((one, at) => ({
    ...one,
    reference: at === 0 ? second : first,
  }));
  expect(matchLines([again, same] as BankLine[], [paid])).toEqual({
    proposals: [{ kind: "paidAgain", line: 0, payoutId: "a" }],
    known: 1,
  });
  const typed = payout("a", "Ana Lima", { status: "paid", bankReference: "Lote de 26/11" });
  expect(matchLines([again as BankLine], [typed])).toEqual({ proposals: [], known: 1 });
  const back = payout("a", "Ana Lima", { status: "returned", bankReference: first });
  expect(matchLines([again as BankLine], [back]).proposals).toMatchObject([{ kind: "paidAgain" }]);
});

test("a return of a payout that was sent twice is doubtful: it may be the second one's", () => {
  const paid = payout("a", "Ana Lima", { status: "paid", bankReference: first });
  const lines = [
    line(`PIX ${ana.txid}`, -50_000, { reference: second }),
    line(`PIX DEVOLVIDO ${ana.txid}`, 50_000),
  ];
  expect(matchLines(lines, [paid]).proposals).toEqual([
    { kind: "paidAgain", line: 0, payoutId: "a" },
    { kind: "returned", certain: false, line: 1, candidates: ["a"] },
  ]);
});

test("a transfer that comes back in the next file is proposed as returned", () => {
  const paid = payout("a", "Ana Lima", { status: "paid", bankReference: first });
  const lines = [line("PIX DEVOLVIDO ANA LIMA", 50_000, { day: "2026-11-27" })];
  expect(matchLines(lines, [paid]).proposals).toEqual([
    { kind: "returned", certain: true, line: 0, payoutId: "a", by: "name" },
  ]);
});

test("two people of the same name and amount are both candidates, and none is ticked", () => {
  const other = payout("c", "Ana Lima");
  expect(matchLines([line("PIX ANA LIMA"), line("PIX ANA LIMA")], [ana, other]).proposals).toEqual(
    [0, 1].map((at) => ({ kind: "paid", certain: false, line: at, candidates: ["a", "c"] })),
  );
});
