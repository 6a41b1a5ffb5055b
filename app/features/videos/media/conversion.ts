/** A video without one plays everywhere. */
export type Conversion =
  /** `percent`: null if the file's duration is unknown. */
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

/** A fault of the file itself stays. */
export function isTriedAgain(reason: ConversionReason): boolean {
  return reason === "noRoom" || reason === "stopped" || reason === "storeAway";
}

/** The state will change by itself, so that a page should refresh. */
export function isMoving(conversion: Conversion | undefined): boolean {
  if (conversion?.state === "failed") return isTriedAgain(conversion.reason);
  return conversion?.state === "waiting" || conversion?.state === "running";
}

/** No browser plays the file: it is damaged, incomplete, without a picture or missing. */
export function isUnreadable(conversion: Conversion | undefined): boolean {
  return conversion?.state === "failed" && conversion.reason === "unreadable";
}

/** `converting`: the conversion runs; `format`: there will be none; `unreadable`: the file itself is broken. */
export type PlayingDoubt = "converting" | "format" | "unreadable";

/** For viewers and for people about to buy. */
export function decidePlayingDoubt(conversion: Conversion | undefined): PlayingDoubt | undefined {
  if (!conversion) return undefined;
  if (isUnreadable(conversion)) return "unreadable";
  return isMoving(conversion) ? "converting" : "format";
}

export function containerOf(key: string): "mp4" | "mov" | "avi" | undefined {
  const ending = /\.(mp4|mov|avi)$/.exec(key)?.[1];
  return ending as "mp4" | "mov" | "avi" | undefined;
}

/** Always the same for one key, so that a process that resumes a killed one's work finds what it left. */
export function convertedKey(key: string): string {
  return key.endsWith(".mp4") ? key.replace(/\.mp4$/, "-h264.mp4") : key.replace(/\.(mov|avi)$/, ".mp4");
}
