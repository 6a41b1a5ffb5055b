/** A container's facts about its video. */
export interface VideoFacts {
  /** Length in seconds, not rounded. */
  seconds: number;
  /** Size of the picture as it is shown, in pixels. */
  width: number;
  height: number;
}

/** Bytes of an AVI's beginning that hold its main header: RIFF, the list `hdrl` and its first chunk, `avih`. */
export const aviHeaderBytes = 88;

/**
 * Reads the main header of an AVI (AVIMAINHEADER, Microsoft "AVI RIFF File Reference"). Returns undefined where it is
 * not the first chunk of the first list, or names no frames.
 */
export function parseAviHeader(head: Buffer): VideoFacts | undefined {
  if (head.length < aviHeaderBytes) return undefined;
  const mark = (at: number) => head.toString("latin1", at, at + 4);
  if (mark(0) !== "RIFF" || mark(8) !== "AVI " || mark(12) !== "LIST") return undefined;
  if (mark(20) !== "hdrl" || mark(24) !== "avih") return undefined;
  const fieldsAt = 32;
  const microsecondsPerFrame = head.readUInt32LE(fieldsAt);
  const frames = head.readUInt32LE(fieldsAt + 16);
  const width = head.readUInt32LE(fieldsAt + 32);
  const height = head.readUInt32LE(fieldsAt + 36);
  const seconds = (microsecondsPerFrame * frames) / 1_000_000;
  return seconds > 0 && width > 0 && height > 0 ? { seconds, width, height } : undefined;
}
