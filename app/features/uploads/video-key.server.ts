import { randomBytes } from "node:crypto";
import { withoutEnding } from "./file-name";
import type { VideoFormat } from "./upload-limits";

/**
 * Says where a video's file will be: `{userId}/{timestamp}_{name}`. The ending says what the content was found to be,
 * whatever the file was called. Takes the cleaned name.
 */
export function planVideoKey(creatorId: string, name: string, format: VideoFormat, now: Date): string {
  // Two uploads in the same millisecond must not meet in one key.
  const stamp = `${now.getTime()}-${randomBytes(6).toString("hex")}`;
  return `${creatorId}/${stamp}_${withoutEnding(name)}.${format}`;
}
