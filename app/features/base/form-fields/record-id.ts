import { z } from "zod";

const uuid = z.uuid();

/** Returns undefined if not a UUID. */
export function parseId(raw: unknown): string | undefined {
  const parsed = uuid.safeParse(raw);
  return parsed.success ? parsed.data : undefined;
}

/** Returns the last UUID in a text, such as the address of a video; undefined where there is none. */
export function findIdIn(text: string): string | undefined {
  const found = text.toLowerCase().match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g);
  return parseId(found?.at(-1));
}
