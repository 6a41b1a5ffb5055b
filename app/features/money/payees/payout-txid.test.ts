import fc from "fast-check";
import { expect, test } from "vitest";
import { txidOf } from "./payout-txid";

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
