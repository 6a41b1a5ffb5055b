import { z } from "zod";

const uuid = z.uuid();

/** Returns the id of a record as an address or a form has it, or undefined if it is not a UUID. */
export function parseId(raw: unknown): string | undefined {
  const parsed = uuid.safeParse(raw);
  return parsed.success ? parsed.data : undefined;
}
