import { z } from "zod";

const uuid = z.uuid();

/** Returns undefined if not a UUID. */
export function parseId(raw: unknown): string | undefined {
  const parsed = uuid.safeParse(raw);
  return parsed.success ? parsed.data : undefined;
}
