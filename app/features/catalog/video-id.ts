import { z } from "zod";

const uuid = z.uuid();

/** Reads a video's id from an address or a form; undefined for what can be none, so that no query sees it. */
export function parseVideoId(raw: unknown): string | undefined {
  const parsed = uuid.safeParse(raw);
  return parsed.success ? parsed.data : undefined;
}
