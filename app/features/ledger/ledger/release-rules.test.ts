import fc from "fast-check";
import { expect, test } from "vitest";
import { withdrawalEnds } from "~/features/ledger/sales/withdrawal-window";
import { decideRelease } from "./release-rules";

const paidAt = new Date("2026-11-21T12:00:00Z");

test.each([
  // To the end of the seventh day in Brasilia, three hours behind UTC.
  ["pix", "2026-11-29T03:00:00Z"],
  ["boleto", "2026-11-29T03:00:00Z"],
  ["card", "2026-12-06T12:00:00Z"],
  ["other", "2026-12-06T12:00:00Z"],
  [null, "2026-12-06T12:00:00Z"],
] as const)("earnings of a sale paid by %s are released at %s", (method, at) => {
  expect(decideRelease(paidAt, method)).toEqual(new Date(at));
});

test("earnings are never released during the withdrawal period or the holding days", () => {
  const methods = fc.constantFrom("pix" as const, "boleto" as const, "card" as const, "other" as const, null);
  const moments = fc.date({ min: new Date("2020-01-01"), max: new Date("2060-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(moments, methods, (paid, method) => {
      const released = decideRelease(paid, method).getTime();
      expect(released).toBeGreaterThanOrEqual(withdrawalEnds(paid).getTime());
      expect(released - paid.getTime()).toBeGreaterThanOrEqual(7 * 86_400_000);
    }),
  );
});
