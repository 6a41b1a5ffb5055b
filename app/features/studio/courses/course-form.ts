import { z } from "zod";
import { fieldMessage, typedText } from "~/features/base/form-fields/typed-text";
import { described, priced } from "~/features/studio/uploads/upload-form";
import { sectionMaxLength } from "~/features/videos/courses/lesson-order";

/** A new course: the same fields, rules and messages as of a video. */
export const courseForm = priced(
  z.object({
    title: described.title,
    description: described.description,
    price: described.price,
    topic: described.topic,
  }),
);

const sectionName = typedText().max(sectionMaxLength, fieldMessage("courses.sectionTooLong")).default("");

/** Adding lessons: to a section of the list, or to a new one, which takes precedence. */
export const addForm = z.object({ section: sectionName, newSection: sectionName });

export const renameForm = z.object({ section: sectionName, name: sectionName });
