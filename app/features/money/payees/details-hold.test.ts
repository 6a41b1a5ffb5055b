import { describe, expect, test } from "vitest";
import { type DetailsChange, decideChange, decideInForce, decidePayeeAt, isMarked } from "./details-hold";
import { noDestination, type StoredDetails } from "./payee";

const hour = 3_600_000;
const now = new Date("2026-11-22T12:00:00Z");
const inHours = (hours: number) => new Date(now.getTime() + hours * hour);

const none = { ...noDestination, payment_method: "pix" } as const;
const pix = (key: string) => ({ ...none, pix_key: key });
const old = pix("ana@pix.example");
const chosen = pix("nova@pix.example");
const third = { ...chosen, payment_method: "bank", bank_name: "Caixa", bank_account_number: "9" } as const;
const change: DetailsChange = { replaced: old, changedAt: now, effectiveAt: inHours(48) };
const person = { full_name: "Ana", suspended: false };
const paidTo = (saved: StoredDetails, last: DetailsChange | undefined, at: Date) => {
  const decided = decidePayeeAt({ ...saved, ...person }, last, at);
  return decided.ok ? decided.payee.pix_key : decided.problem;
};

describe("payout destination", () => {
  test.each([
    ["to what is saved, without a change", undefined, 0, "nova@pix.example"],
    ["to the old key at once", change, 0, "ana@pix.example"],
    ["to the old key until the hold ends", change, 48 - 1e-6, "ana@pix.example"],
    ["to the new key from then on", change, 48, "nova@pix.example"],
    ["to the old key for a batch seen before the change", change, -1, "ana@pix.example"],
  ] as const)("payouts go %s", (_, last, hours, key) =>
    expect(paidTo(chosen, last, inHours(hours))).toBe(key),
  );

  test("payouts go nowhere while the replaced details are incomplete", () => {
    const first = { ...change, replaced: none };
    expect(paidTo(chosen, first, now)).toBe("detailsHeld");
    expect(paidTo(none, first, now)).toBe("missingPix");
    expect(paidTo(chosen, first, inHours(48))).toBe("nova@pix.example");
  });

  test("payouts go to all fields of the replaced method", () => {
    expect(decideInForce({ ...third, name: "Ana" }, change, now)).toEqual({ ...old, name: "Ana" });
  });
});

describe("a saved payout destination", () => {
  const decide = (asked: Partial<Parameters<typeof decideChange>[0]>) =>
    decideChange({ saved: old, chosen, last: undefined, hasEarned: true, now, ...asked });

  test("is held for 48 hours if it differs from the one in force", () => {
    expect(decide({})).toEqual({ kind: "change", replaced: old, effectiveAt: inHours(48) });
    expect(decide({ hasEarned: false })).toMatchObject({ effectiveAt: inHours(48) });
  });

  test("changes nothing if it is the one in force in another spelling", () => {
    expect(decide({ chosen: pix("Ana@PIX.example") })).toEqual({ kind: "same" });
    const card = { ...old, card_last4: "4242", card_holder_name: "ANA" };
    expect(
      decide({
        saved: { ...card, payment_method: "stripe" },
        chosen: { ...card, payment_method: "card" },
      }),
    ).toEqual({ kind: "same" });
  });

  test("does not restart the hold if it is the held one", () => {
    expect(decide({ saved: chosen, last: change, now: inHours(1) })).toEqual({ kind: "same" });
  });

  test("restarts the hold and keeps the destination in force if it is a third one", () => {
    expect(decide({ saved: chosen, chosen: third, last: change, now: inHours(47) })).toEqual({
      kind: "change",
      replaced: old,
      effectiveAt: inHours(47 + 48),
    });
  });

  test("cancels the held change if it is the one in force", () => {
    expect(decide({ saved: chosen, chosen: old, last: change, now: inHours(47) })).toEqual({
      kind: "cancel",
    });
  });

  test("is held as any other change if it restores the former one after the hold", () => {
    expect(decide({ saved: chosen, chosen: old, last: change, now: inHours(48) })).toEqual({
      kind: "change",
      replaced: chosen,
      effectiveAt: inHours(96),
    });
  });

  test.each([
    ["who never earned anything: not held", { hasEarned: false }, 0],
    ["who earned: held", { hasEarned: true }, 48],
    ["who had changed them before: held", { hasEarned: false, last: { ...change, effectiveAt: now } }, 48],
  ])("the first payout details of a creator %s", (_, asked, hours) =>
    expect(decide({ saved: none, ...asked })).toEqual({
      kind: "change",
      replaced: none,
      effectiveAt: inHours(hours),
    }),
  );
});

test("a change is marked for 30 days", () => {
  expect(isMarked(change, inHours(30 * 24 - 1e-6))).toBe(true);
  expect(isMarked(change, inHours(30 * 24))).toBe(false);
  expect(isMarked(undefined, now)).toBe(false);
});
