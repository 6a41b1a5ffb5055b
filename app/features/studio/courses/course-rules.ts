import { z } from "zod";
import { fieldMessage, typedText } from "~/features/base/form-fields/typed-text";
import { described, priced } from "~/features/studio/uploads/upload-form";
import { maxLessons, minLessons, sectionMaxLength } from "~/features/videos/courses/lesson-order";

/** The same fields, rules and messages as of a video. */
export const courseForm = priced(
  z.object({
    title: described.title,
    description: described.description,
    price: described.price,
    topic: described.topic,
  }),
);

const sectionName = typedText().max(sectionMaxLength, fieldMessage("courses.sectionTooLong")).default("");

/** A new section takes precedence. */
export const addForm = z.object({ section: sectionName, newSection: sectionName });

export const renameForm = z.object({ section: sectionName, name: sectionName });

/** That each lesson is a published video of the creator is decided when it is added (`listOwnVideoIds`). */
export function mayPublishCourse(lessonCount: number): boolean {
  return lessonCount >= minLessons;
}

export function judgeLessonCount(
  lessonCount: number,
  { isPublished }: { isPublished: boolean },
): "tooFew" | "tooMany" | undefined {
  if (isPublished && !mayPublishCourse(lessonCount)) return "tooFew";
  return lessonCount > maxLessons ? "tooMany" : undefined;
}
