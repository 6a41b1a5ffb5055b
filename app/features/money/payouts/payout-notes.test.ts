import { expect, test } from "vitest";
import { noDestination, type Payee } from "~/features/money/payees/payee";
import { isStopped, listPayoutNotes, type PayoutFacts } from "./payout-notes";

const hour = 60 * 60 * 1000;
const now = new Date("2026-11-20T12:00:00Z");
const before = (hours: number) => new Date(now.getTime() - hours * hour);

const frozen: Payee = {
  payee_name: "Ana",
  payment_method: "pix",
  ...noDestination,
  pix_key: "ana@pix.example",
};
const { payee_name: _, ...stored } = frozen;
const usual: PayoutFacts = {
  preparedAt: before(24),
  cents: 5_000,
  frozen,
  saved: { ...stored, suspended: false, full_name: "Ana Maria" },
  change: undefined,
  erased: false,
  isAdmin: false,
  usualCents: 5_000,
  owedCents: 0,
  disputedCents: 0,
  adjustments: [],
};
const notesOf = (facts: Partial<PayoutFacts>) => listPayoutNotes({ ...usual, ...facts }, now);
const kindsOf = (facts: Partial<PayoutFacts>) => notesOf(facts).map(({ kind }) => kind);

test("an ordinary payout has no notes, also under a corrected name", () => {
  expect(notesOf({})).toEqual([]);
});

test("a suspended payee stops the payout", () => {
  const suspended = notesOf({ saved: { ...usual.saved, suspended: true } });
  expect(suspended).toEqual([{ kind: "suspended" }]);
  expect(isStopped(suspended)).toBe(true);
  expect(isStopped(notesOf({ erased: true, isAdmin: true, usualCents: null, owedCents: -1 }))).toBe(false);
});

test("payout details changed before the batch are noted for 30 days", () => {
  const change = { replaced: stored, changedAt: before(24 + 10 * 24), effectiveAt: before(24 + 8 * 24) };
  expect(notesOf({ change })).toEqual([{ kind: "detailsChanged", at: change.changedAt }]);
  const old = { ...change, changedAt: before(24 + 31 * 24), effectiveAt: before(24 + 29 * 24) };
  expect(notesOf({ change: old })).toEqual([]);
});

test("payout details changed after the batch are noted: held ones leave the payout's destination, applied ones differ from it", () => {
  const saved = { ...usual.saved, pix_key: "outra@pix.example" };
  const changedAt = before(20);
  const held = { replaced: stored, changedAt, effectiveAt: before(-28) };
  expect(notesOf({ saved, change: held })).toEqual([
    { kind: "detailsChangedSince", at: changedAt, held: true },
  ]);
  const inForce = { ...held, effectiveAt: before(1) };
  expect(kindsOf({ saved, change: inForce })).toEqual(["detailsDiffer", "detailsChangedSince"]);
});

test("a change cancelled after the batch was prepared with it is noted", () => {
  expect(kindsOf({ frozen: { ...frozen, pix_key: "ladra@pix.example" } })).toEqual(["detailsDiffer"]);
});

test("saved payout details that have become invalid are noted as different", () => {
  expect(kindsOf({ saved: { ...usual.saved, pix_key: null } })).toEqual(["detailsDiffer"]);
});

test("a first payout is noted, and one of more than three times the usual amount", () => {
  expect(kindsOf({ usualCents: null })).toEqual(["firstPayout"]);
  expect(kindsOf({ usualCents: 1_667 })).toEqual([]);
  expect(notesOf({ usualCents: 1_666 })).toEqual([{ kind: "farAboveUsual", cents: 1_666 }]);
});

test("a debt, an open dispute, an administrator as payee, and each adjustment are noted", () => {
  const adjustment = {
    kind: "credit",
    cents: 10_000_000,
    reason: "Bônus",
    author: "ana@x",
    approver: null,
  } as const;
  expect(notesOf({ owedCents: -1, disputedCents: 2, isAdmin: true, adjustments: [adjustment] })).toEqual([
    { kind: "owes", cents: 1 },
    { kind: "disputed", cents: 2 },
    { kind: "payeeIsAdmin" },
    { kind: "adjusted", adjustment },
  ]);
});
