/** How a video is sold: alone; only in courses; or alone again, as no course that has it is for sale. */
export type Selling = "alone" | "inCourses" | "aloneAgain";

/** Returns how a published video of a creator is sold now. */
export function decideSelling(row: { sold_alone: boolean; selling_course: object | null }): Selling {
  if (row.sold_alone) return "alone";
  return row.selling_course ? "inCourses" : "aloneAgain";
}
