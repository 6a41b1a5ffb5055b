import { expect, test } from "vitest";
import type { BankLine } from "./bank-line";
import type { Proposal } from "./match-lines";
import {
  carriedMaxBytes,
  compareClosingBalance,
  endOfDay,
  parseTick,
  readCarriedLines,
  selectShown,
  writeCarriedLines,
  writeTick,
} from "./statement-lines";

const lines = [{ day: "2026-11-23", cents: -64_220, text: 'Pix "Inês" <b>', reference: "E1" }];

test("bank lines round-trip through a hidden field unchanged", () => {
  expect(readCarriedLines(writeCarriedLines(lines))).toEqual(lines);
});

test.each([
  "",
  "{",
  "{}",
  "[1]",
  '[["2026-11-23","1","a","b"]]',
  '[["hoje",1,"a","b"]]',
  '[["2026-11-23",1.5,"a","b"]]',
])("a hidden field changed to %j is refused", (text) => expect(readCarriedLines(text)).toBeUndefined());

test("a tick of the form identifies a bank line and a payout", () => {
  const tick = { line: 12, payoutId: "6f1c2f0e-6d3b-4d8b-9a55-0d3f8a3c1b2a" };
  expect(parseTick(writeTick(tick))).toEqual(tick);
  for (const value of ["", "1.", "x.6f1c2f0e-6d3b-4d8b-9a55-0d3f8a3c1b2a", "1.2"])
    expect(parseTick(value)).toBeUndefined();
});

test("a hidden field with control characters is refused: the database would", () => {
  const changed = (text: string, reference: string) =>
    readCarriedLines(JSON.stringify([["2026-11-23", -1, text, reference]]));
  expect(changed("PIX", "77")).toHaveLength(1);
  expect(changed("PIX\u0000", "77")).toBeUndefined();
  expect(changed("PIX", "7\u00007")).toBeUndefined();
});

const day = "2026-11-28";

test.each([
  [100_00, 100_00, { difference: "R$ 0,00", isEqual: true }],
  [100_00, 99_99, { difference: "R$ 0,01", isEqual: false }],
  [-50_00, 0, { bank: "-R$ 50,00", difference: "-R$ 50,00", isEqual: false }],
  [0, -12_00, { booked: "-R$ 12,00", difference: "R$ 12,00", isEqual: false }],
])("a statement of %i cents and books of %i cents compare as %o", (closingBalanceCents, booked, expected) => {
  const spaced = JSON.parse(
    JSON.stringify(compareClosingBalance(closingBalanceCents, day, booked)).replace(/\u00a0/g, " "),
  );
  expect(spaced).toMatchObject(expected);
});

test("a day ends at midnight in São Paulo", () => {
  expect(endOfDay(day)).toEqual(new Date("2026-11-29T03:00:00Z"));
});

const lineOf = (text: string): BankLine => ({ day: "2026-11-23", cents: -100, text, reference: "77" });
const certain = (line: number): Proposal => ({
  kind: "paid",
  certain: true,
  line,
  payoutId: `p${line}`,
  by: "name",
});
const doubtful = (line: number): Proposal => ({ kind: "paid", certain: false, line, candidates: ["p"] });
const noted = (line: number): Proposal => ({ kind: "otherAmount", line, payoutId: `p${line}` });
const of = (count: number, proposal: (line: number) => Proposal) =>
  Array.from({ length: count }, (_, line) => proposal(line));

test("a short statement is shown whole, in the order of its lines", () => {
  const proposals = [doubtful(0), certain(1), noted(2), certain(3)];
  const lines = proposals.map(() => lineOf("PIX"));
  expect(selectShown(lines, proposals)).toEqual({ shown: proposals, left: 0 });
});

test.each([
  ["certain", certain, 500],
  ["doubtful", doubtful, 100],
  ["noted", noted, 50],
] as const)("of 10,000 %s lines a page shows the first, and says how many are left", (_, proposal, limit) => {
  const proposals = of(10_000, proposal);
  const { shown, left } = selectShown(
    proposals.map(() => lineOf("PIX")),
    proposals,
  );
  expect(shown).toEqual(proposals.slice(0, limit));
  expect(left).toBe(10_000 - limit);
});

test("lines with long texts of many bytes fit into the form that carries them back", () => {
  const proposals = of(500, certain);
  const lines = proposals.map(() => lineOf("\u20ac".repeat(300)));
  const { shown } = selectShown(lines, proposals);
  const carried = shown.flatMap(({ line }) => lines[line] ?? []);
  const form = new URLSearchParams({ lines: writeCarriedLines(carried) });
  for (const { line } of shown) form.append("line", `${line}.6f1c2f0e-6d3b-4d8b-9a55-0d3f8a3c1b2a`);
  expect(shown.length).toBeGreaterThan(100);
  expect(String(form).length).toBeLessThan(carriedMaxBytes);
});

test("certain lines are shown before doubtful ones where not all fit", () => {
  const proposals = [...of(300, doubtful), ...Array.from({ length: 300 }, (_, at) => certain(300 + at))];
  const lines = proposals.map(() => lineOf("\u20ac".repeat(200)));
  const { shown } = selectShown(lines, proposals);
  expect(shown.every((one) => "certain" in one && one.certain)).toBe(true);
});
