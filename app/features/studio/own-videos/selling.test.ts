import { expect, test } from "vitest";
import { decideSelling } from "./selling";

const course = { id: "c" };

test.each([
  [{ sold_alone: true, selling_course: null }, "alone"],
  [{ sold_alone: false, selling_course: course }, "inCourses"],
  [{ sold_alone: false, selling_course: null }, "aloneAgain"],
] as const)("a video with %j is sold %s", (row, selling) => {
  expect(decideSelling(row)).toBe(selling);
});
