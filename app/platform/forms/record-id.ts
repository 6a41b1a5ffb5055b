import { z } from "zod";

const uuid = z.uuid();

export function parseId(raw: unknown): string | undefined {
  const parsed = uuid.safeParse(raw);
  return parsed.success ? parsed.data : undefined;
}

/** The last UUID, such as in a video's address. */
export function findIdIn(text: string): string | undefined {
  const ids = text.toLowerCase().match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g);
  return parseId(ids?.at(-1));
}
