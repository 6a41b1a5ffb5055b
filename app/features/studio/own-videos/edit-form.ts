import { z } from "zod";
import { described, priced } from "~/features/studio/uploads/upload-form";
import { previewFields } from "~/features/videos/media/preview-fields";
import type { Locale } from "~/i18n/languages";

export const editForm = priced(
  z.object({
    ...described,
    ...previewFields,
    removeTrailer: z.string().optional(),
    /** How a lesson of a course is sold; other values and none keep it as it is. */
    selling: z.enum(["alone", "inCourses"]).optional().catch(undefined),
  }),
);

export type EditForm = z.output<typeof editForm>;

/** Formats cents with the decimal mark of the page's language; empty for a free product. */
export function writePrice(cents: number, locale: Locale): string {
  if (cents === 0) return "";
  const digits = String(cents).padStart(3, "0");
  return `${digits.slice(0, -2)}${locale === "pt" ? "," : "."}${digits.slice(-2)}`;
}
