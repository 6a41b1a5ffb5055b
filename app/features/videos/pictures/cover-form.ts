import { z } from "zod";
import { oneLine } from "~/features/base/form-fields/typed-text";
import { coverDrawings, coverGrounds } from "./cover-designs";

/** In characters. */
export const coverTitleMax = 60;

const chosenCover = z.object({
  coverDrawing: z.enum(coverDrawings),
  coverGround: z.enum(coverGrounds).catch("mata"),
  coverTitle: z.string().default(""),
});

export interface CoverChoice {
  drawing: z.output<typeof chosenCover>["coverDrawing"];
  ground: z.output<typeof chosenCover>["coverGround"];
  /** At most 60 characters; may be empty. */
  title: string;
}

/** The title defaults to the field `title`. Undefined if the drawing is missing or unknown. */
export function parseCoverChoice(fields: Record<string, string>): CoverChoice | undefined {
  const parsed = chosenCover.safeParse(fields);
  if (!parsed.success) return undefined;
  const { coverDrawing: drawing, coverGround: ground, coverTitle } = parsed.data;
  const title = (oneLine(coverTitle) || oneLine(fields.title ?? "")).slice(0, coverTitleMax);
  return { drawing, ground, title };
}

/** Empty if no drawing is chosen. */
export function readCoverChoice(typedIn: (field: string) => string | null | undefined): Partial<CoverChoice> {
  const names = ["coverDrawing", "coverGround", "coverTitle"];
  const fields = names.map((name) => [name, typedIn(name) ?? ""] as const);
  return parseCoverChoice(Object.fromEntries(fields)) ?? {};
}

export function coverQuery({ drawing, ground, title }: CoverChoice): string {
  return new URLSearchParams({ coverDrawing: drawing, coverGround: ground, coverTitle: title }).toString();
}
