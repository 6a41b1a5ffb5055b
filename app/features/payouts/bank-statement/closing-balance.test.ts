import { expect, test } from "vitest";
import { compareClosingBalance, endOfDay } from "./shown-lines";

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
