import { z } from "zod";
import { described } from "~/features/uploads/upload-form";

/** What a creator may change of a published video: the same fields, rules and messages as when it was uploaded. */
export const editForm = z.object(described);

export type EditForm = z.output<typeof editForm>;

/** Writes a price as the field takes it, with a comma. Takes cents. */
export function writePrice(cents: number): string {
  const digits = String(cents).padStart(3, "0");
  return `${digits.slice(0, -2)},${digits.slice(-2)}`;
}
