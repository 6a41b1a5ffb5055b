import type { ConversionFault, FrameSheet, RungSettings } from "~/integrations/conversion/converter";

const usualSides = [360, 720, 1080] as const;

/** In pixels of the short side. */
const largestSide = 1080;

/** A picture whose short side exceeds the largest usual rung by this factor gets a rung of its own size. */
const worthOwnRung = 1.15;

/**
 * In pixels, the smallest first: the usual ones that are not above the picture's own, and the picture's own if the
 * largest usual one would lose much of it. All are even, as H.264 needs. Empty for no picture.
 */
export function decideRungs({ width, height }: { width: number; height: number }): number[] {
  const shortSide = Math.min(width, height, largestSide);
  const even = shortSide - (shortSide % 2);
  const sides: number[] = usualSides.filter((side) => side <= shortSide);
  if (even >= 2 && even > (sides.at(-1) ?? 0) * worthOwnRung) sides.push(even);
  return sides;
}

/** From an address; 0, which no rung has, for anything else. */
export function parseShortSide(text: string): number {
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 0;
}

/** Sizes between two rungs are encoded as the larger one. */
export function settingsOf(shortSide: number): RungSettings {
  if (shortSide <= 360) return { shortSide, quality: 26, videoKilobits: 800, audioKilobits: 64 };
  if (shortSide <= 720) return { shortSide, quality: 24, videoKilobits: 2_500, audioKilobits: 128 };
  return { shortSide, quality: 23, videoKilobits: 5_000, audioKilobits: 128 };
}

/** Beside its source. `attempt`: random hexadecimal digits, so that no two attempts share a file. */
export function rungKey(sourceKey: string, { shortSide, attempt }: { shortSide: number; attempt: string }) {
  return sourceKey.replace(/\.mp4$/, `-${shortSide}p-${attempt}.mp4`);
}

/** In place of a short side: in the player and for a copy on a device. */
export const soundOnly = -1;

/** Of one channel. */
export const soundKilobits = 64;

export function extrasKeys(sourceKey: string, attempt: string): { sound: string; frames: string } {
  const key = (kind: string, ending: string) => sourceKey.replace(/\.mp4$/, `-${kind}-${attempt}.${ending}`);
  return { sound: key("sound", "m4a"), frames: key("frames", "jpg") };
}

/** Per video, and their longer side in pixels. */
const maxFrames = 100;
const frameSide = 160;

/**
 * One each 2 seconds, or each larger even number of seconds, so that they fall on the key frames of a rung.
 * `picture`: in pixels, after any rotation.
 */
export function planFrames(
  seconds: number,
  { width, height }: { width: number; height: number },
): FrameSheet {
  const every = Math.max(2, 2 * Math.ceil(seconds / 2 / maxFrames));
  const count = Math.max(1, Math.ceil(seconds / every));
  const scale = frameSide / Math.max(width, height);
  const even = (length: number) => Math.max(2, 2 * Math.round((length * scale) / 2));
  return { seconds: every, count, columns: Math.min(10, count), width: even(width), height: even(height) };
}

const ladderReasons = ["unreadable", "tooLong", "tooLarge"] as const satisfies readonly ConversionFault[];

/** A fault of the file. Everything else may pass, and the queue tries again. */
export type LadderReason = (typeof ladderReasons)[number];

export function lastingFault(fault: ConversionFault): LadderReason | undefined {
  return ladderReasons.find((reason) => reason === fault);
}
