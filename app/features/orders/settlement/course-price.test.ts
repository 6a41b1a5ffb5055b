import { expect, test } from "vitest";
import { decideCoursePrice } from "./course-price";

test.each([
  ["without a lesson the whole price is paid", 14_900, [], 14_900],
  ["two lessons lower the price by what was paid", 14_900, [2990, 2990], 8920],
  ["a lesson that was refunded lowers nothing", 14_900, [0], 14_900],
  ["the smallest price is paid", 5000, [4950], 50],
  ["below the smallest price it is free", 5000, [4951], 0],
  ["it is free if the lessons cost as much", 5000, [2000, 3000], 0],
  ["nothing is paid back if the lessons cost more", 5000, [4000, 4000], 0],
  ["a free course stays free", 0, [2990], 0],
])("the price of a course: %s", (_, price, paid, expected) => {
  const credits = paid.map((paidCents) => ({ paidCents }));
  expect(decideCoursePrice(price, credits)).toBe(expected);
});
