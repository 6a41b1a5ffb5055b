import { listCredits } from "~/features/orders/course-credits/course-credits.queries.server";
import { decideCoursePrice } from "~/features/orders/course-credits/course-price";
import type { Db } from "~/platform/db.server";
import type { CreditView } from "./credit-note";

/**
 * Returns the sum behind a course's price for somebody who paid for lessons of it; undefined for everybody else, and
 * for a free course.
 */
export async function showCredit(
  db: Db,
  course: { id: string; price_cents: number },
  viewer: { userId: string } | undefined,
): Promise<CreditView | undefined> {
  if (!viewer || course.price_cents === 0) return undefined;
  const credits = await listCredits(db, { buyerId: viewer.userId, courseId: course.id });
  const lessons = credits.filter(({ paidCents }) => paidCents > 0);
  if (lessons.length === 0) return undefined;
  return {
    lessons: lessons.map(({ title, paidCents }) => ({ title, paidCents })),
    listPriceCents: course.price_cents,
    restCents: decideCoursePrice(course.price_cents, lessons),
  };
}
