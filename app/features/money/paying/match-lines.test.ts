import { expect, test } from "vitest";
import { txidOf } from "~/features/money/payees/payout-code.server";
import type { BankLine } from "./bank-line";
import type { MatchedPayout } from "./line-evidence";
import { matchLines } from "./match-lines";

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

const many = 10_000;

/** A payout's id. */
const idOf = (at: number) => `6f1c2f0e-6d3b-4d8b-9a55-${String(at).padStart(12, "0")}`;

/** A name of two words of letters, another one for each number. */
const nameOf = (at: number) => {
  const letters = [...String(at)].map((digit) => "ABCDEFGHIJ"[Number(digit)]).join("");
  return `Criador${letters} Sobrenome`;
};

test("10,000 bank lines and 10,000 payouts of one amount are matched by txid, key and name, each to its own payout", () => {
  const payouts = Array.from({ length: many }, (_, at) =>
    payout(`p${at}`, nameOf(at), { pixKey: `criador${at}@pix.example`, txid: txidOf(idOf(at)) }),
  );
  const texts = payouts.map(
    ({ txid, pixKey, name }, at) => `PIX ENVIADO ${[txid, pixKey, name][at % 3]} 23/11`,
  );
  const lines = texts.map((text, at) => line(text, -50_000, { reference: `N${at}` }));
  const { proposals, known } = matchLines(lines.toReversed(), payouts);
  expect(known).toBe(0);
  expect(proposals).toEqual(
    payouts
      .map(({ id }, at) => ({ id, by: ["txid", "key", "name"][at % 3] }))
      .toReversed()
      .map(({ id, by }, at) => ({ kind: "paid", certain: true, line: at, payoutId: id, by })),
  );
});

const reference = "Extrato 2026-11-23";

test("of two bank lines of one amount and day without numbers, the second is proposed after the first is recorded", () => {
  const paid = payout("a", "Ana Lima", { status: "paid", bankReference: reference });
  const lines = ["PIX ANA LIMA", "PIX BIA ROCHA"].map((text) => line(text, -50_000, { reference }));
  expect(matchLines(lines, [paid, bia])).toEqual({
    proposals: [{ kind: "paid", certain: true, line: 1, payoutId: "b", by: "name" }],
    known: 1,
  });
});

test("a transfer that comes back on its day is not proposed as another person's because both lines have no number", () => {
  const paid = payout("a", "Ana Lima", { status: "paid", bankReference: reference });
  const lines = [
    line("PIX ANA LIMA", -50_000, { reference }),
    line("PIX BIA ROCHA", -50_000, { reference }),
    line("DEV PIX BIA ROCHA", 50_000, { reference }),
  ];
  expect(matchLines(lines, [paid, bia]).proposals).toEqual([
    { kind: "paid", certain: true, line: 1, payoutId: "b", by: "name" },
    { kind: "returned", certain: true, line: 2, payoutId: "b", by: "name" },
  ]);
});

test("of bank lines without a name and number so many are recognised as were recorded", () => {
  const lines = [0, 1, 2].map(() => line("PIX ENVIADO", -50_000, { reference }));
  const former = payout("c", "Caio Reis", { status: "paid", bankReference: reference });
  const read = matchLines(lines, [former, ana, bia]);
  expect(read.known).toBe(1);
  expect(read.proposals.map(({ line }) => line)).toEqual([1, 2]);
  // The lines that a page carries back are those that are left.
  expect(matchLines(lines.slice(1), [former, ana, bia], { isWhole: false }).proposals).toHaveLength(2);
});

test("an outgoing return never proposes that a payout came back, and never confirms one by itself", () => {
  const paid = payout("a", "Ana Lima", { status: "paid", bankReference: "E1" });
  expect(matchLines([line("DEVOLUCAO PIX ENVIADA ANA LIMA")], [paid]).proposals).toEqual([]);
  for (const text of ["DEVOLUCAO PIX ENVIADA ANA LIMA", "PIX AGENDADO ANA LIMA", "PIX CANCELADO ANA LIMA"])
    expect(matchLines([line(text)], [ana]).proposals).toMatchObject([{ kind: "paid", certain: false }]);
});

test("an incoming line that says that its return was sent is doubtful", () => {
  const paid = payout("a", "Ana Lima", { status: "paid", bankReference: "E1" });
  expect(matchLines([line("DEVOLUCAO PIX ENVIADA ANA LIMA", 50_000)], [paid]).proposals).toMatchObject([
    { kind: "returned", certain: false },
  ]);
});

test("a line without an amount proposes nothing", () => {
  expect(matchLines([line("PIX ANA LIMA", 0)], [ana]).proposals).toEqual([]);
});
