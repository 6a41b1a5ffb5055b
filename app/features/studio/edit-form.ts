import { z } from "zod";
import { previewFields } from "~/features/previews/preview-fields";
import { described } from "~/features/uploads/upload-form";

/** The same fields, rules and messages as for an upload. */
export const editForm = z.object({ ...described, ...previewFields, removeTrailer: z.string().optional() });

export type EditForm = z.output<typeof editForm>;

/** Formats cents for the price field, with a comma. */
export function writePrice(cents: number): string {
  const digits = String(cents).padStart(3, "0");
  return `${digits.slice(0, -2)},${digits.slice(-2)}`;
}
