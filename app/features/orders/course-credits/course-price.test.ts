import { expect, test } from "vitest";
import { decideCoursePrice } from "./course-price";

test.each([
  ["without a lesson the whole price is paid", 14_900, [], 14_900],
  ["two lessons lower the price by what was paid", 14_900, [2990, 2990], 8920],
  ["a lesson that was refunded lowers nothing", 14_900, [0], 14_900],
  ["the smallest price is paid", 5000, [4950], 50],
  ["below the smallest price the smallest is paid", 5000, [4951], 50],
  ["nothing is paid back where the lessons cost more", 5000, [4000, 4000], 50],
])("the price of a course: %s", (_, price, paid, expected) => {
  const credits = paid.map((paidCents) => ({ paidCents }));
  expect(decideCoursePrice(price, credits)).toBe(expected);
});
