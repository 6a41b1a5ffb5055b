import { z } from "zod";

const uuid = z.uuid();

/** Reads the id of someone's account from an address; undefined for what can be none, so that no query sees it. */
export function parsePersonId(raw: unknown): string | undefined {
  const parsed = uuid.safeParse(raw);
  return parsed.success ? parsed.data : undefined;
}
