/** How far a video is that not every browser plays as it came. One that has no such state plays. */
export type Conversion =
  /** `percent` is null where the file does not say how long it is. */
  | { state: "waiting" }
  | { state: "running"; percent: number | null }
  | { state: "failed"; reason: ConversionReason }
  /** Nothing here can convert it. */
  | { state: "unavailable" };

export type ConversionState = Conversion["state"];

export const conversionReasons = [
  "unreadable",
  "tooLong",
  "tooLarge",
  "noRoom",
  "stopped",
  "storeAway",
] as const;
export type ConversionReason = (typeof conversionReasons)[number];

/** Whether the queue tries again by itself: what the file is to blame for will be the same each time. */
export function isTriedAgain(reason: ConversionReason): boolean {
  return reason === "noRoom" || reason === "stopped" || reason === "storeAway";
}

/** Whether a state will change without anyone doing anything, so that a page may look again. */
export function isMoving(conversion: Conversion | undefined): boolean {
  if (conversion?.state === "failed") return isTriedAgain(conversion.reason);
  return conversion?.state === "waiting" || conversion?.state === "running";
}

/** Why a browser might not play a file: it is being converted, or it is not converted and will not be. */
export type PlayingDoubt = "converting" | "format";

/** Decides whether a video might not play in every browser, for viewers and for people about to buy it. */
export function decidePlayingDoubt(conversion: Conversion | undefined): PlayingDoubt | undefined {
  if (!conversion) return undefined;
  return isMoving(conversion) ? "converting" : "format";
}

/** The ending of a stored video's key, which says what its first bytes are; undefined for a key of another kind. */
export function containerOf(key: string): "mp4" | "mov" | "avi" | undefined {
  const ending = /\.(mp4|mov|avi)$/.exec(key)?.[1];
  return ending as "mp4" | "mov" | "avi" | undefined;
}

/**
 * Says where the converted file of a key will be: always the same place, so that whoever takes over from a killed
 * process finds what it left.
 */
export function convertedKey(key: string): string {
  return key.endsWith(".mp4") ? key.replace(/\.mp4$/, "-h264.mp4") : key.replace(/\.(mov|avi)$/, ".mp4");
}
