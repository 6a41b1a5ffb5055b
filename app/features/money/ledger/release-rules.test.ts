import fc from "fast-check";
import { expect, test } from "vitest";
import { withdrawalEnds } from "./refund-rules";
import { decideReleases, divideByRelease } from "./release-rules";

const paidAt = new Date("2026-11-21T12:00:00Z");

test.each([
  // To the end of the seventh day in Brasilia, three hours behind UTC.
  ["pix", "2026-11-29T03:00:00Z"],
  ["boleto", "2026-11-29T03:00:00Z"],
  ["card", "2026-12-06T12:00:00Z"],
  ["other", "2026-12-06T12:00:00Z"],
  [null, "2026-12-06T12:00:00Z"],
] as const)("earnings of a sale paid by %s are released at %s", (method, at) => {
  expect(decideReleases(paidAt, method)).toEqual({ at: new Date(at) });
});

test("earnings are never released during the withdrawal period or the holding days", () => {
  const methods = fc.constantFrom("pix" as const, "boleto" as const, "card" as const, "other" as const, null);
  const moments = fc.date({ min: new Date("2020-01-01"), max: new Date("2060-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(moments, methods, (paid, method) => {
      const released = decideReleases(paid, method).at.getTime();
      expect(released).toBeGreaterThanOrEqual(withdrawalEnds(paid).getTime());
      expect(released - paid.getTime()).toBeGreaterThanOrEqual(7 * 86_400_000);
    }),
  );
});

test.each([
  ["pix", 10, "2026-12-01T12:00:00Z"],
  // The withdrawal ends later.
  ["boleto", 7, "2026-11-29T03:00:00Z"],
  ["card", 30, "2026-12-21T12:00:00Z"],
  ["other", 30, "2026-12-21T12:00:00Z"],
] as const)("by a rule of its own, %s waits %d days", (method, _, at) => {
  const days = { pix: 10, boleto: 7, card: 30 };
  expect(decideReleases(paidAt, method, { days, reserve: undefined }).at).toEqual(new Date(at));
});

test("what is reserved is released after its days, never before the rest", () => {
  const terms = (days: number) => ({
    days: { pix: 7, boleto: 7, card: 15 },
    reserve: { bp: 1_000, days },
  });
  expect(decideReleases(paidAt, "card", terms(90)).reserve).toEqual({
    bp: 1_000,
    at: new Date("2027-02-19T12:00:00Z"),
  });
  for (const days of [3, 15]) {
    const short = decideReleases(paidAt, "card", terms(days));
    expect(short.reserve?.at).toEqual(short.at);
  }
});

test("the parts of an amount are the amount, and the reserve is rounded down", () => {
  const releases = { at: paidAt, reserve: { bp: 1_250, at: new Date("2027-01-01") } };
  expect(divideByRelease(4_241, releases)).toEqual([
    { at: paidAt, cents: 3_711 },
    { at: new Date("2027-01-01"), cents: 530 },
  ]);
  expect(divideByRelease(-4_241, releases).map(({ cents }) => cents)).toEqual([-3_711, -530]);
  expect(divideByRelease(4_241, { at: paidAt })).toEqual([{ at: paidAt, cents: 4_241 }]);
  fc.assert(
    fc.property(fc.nat(1_000_000_000), fc.nat(5_000), (cents, bp) => {
      const parts = divideByRelease(cents, { at: paidAt, reserve: { bp, at: new Date("2027-01-01") } });
      expect(parts.reduce((sum, part) => sum + part.cents, 0)).toBe(cents);
      expect(Number((BigInt(cents) * BigInt(bp)) / 10_000n)).toBe(
        parts.find(({ at }) => at.getTime() > paidAt.getTime())?.cents ?? 0,
      );
    }),
  );
});
