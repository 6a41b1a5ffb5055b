import type { ConversionFault, RungSettings } from "~/integrations/conversion/converter";

/** Short sides of the usual rungs, in pixels. */
const usualSides = [360, 720, 1080] as const;

/** The largest rung, in pixels of the short side. */
const largestSide = 1080;

/** A picture whose short side exceeds the largest usual rung by this factor gets a rung of its own size. */
const worthOwnRung = 1.15;

/**
 * Returns the short sides of a video's rungs in pixels, the smallest first: the usual ones that are not above the
 * picture's own, and the picture's own where the largest usual one would lose much of it. All are even, as H.264 needs.
 * Empty for no picture.
 */
export function decideRungs({ width, height }: { width: number; height: number }): number[] {
  const own = Math.min(width, height, largestSide);
  const even = own - (own % 2);
  const sides: number[] = usualSides.filter((side) => side <= own);
  if (even >= 2 && even > (sides.at(-1) ?? 0) * worthOwnRung) sides.push(even);
  return sides;
}

/** Reads a rung's short side from an address. Returns 0, which no rung has, for anything else. */
export function parseShortSide(text: string): number {
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 0;
}

/** Returns how a rung is encoded. Sizes between two rungs are encoded as the larger one. */
export function settingsOf(shortSide: number): RungSettings {
  if (shortSide <= 360) return { shortSide, quality: 26, videoKilobits: 800, audioKilobits: 64 };
  if (shortSide <= 720) return { shortSide, quality: 24, videoKilobits: 2_500, audioKilobits: 128 };
  return { shortSide, quality: 23, videoKilobits: 5_000, audioKilobits: 128 };
}

/**
 * Returns the key of a rung's file beside its source. `attempt`: random hexadecimal digits, so that no two attempts
 * share a file.
 */
export function rungKey(sourceKey: string, { shortSide, attempt }: { shortSide: number; attempt: string }) {
  return sourceKey.replace(/\.mp4$/, `-${shortSide}p-${attempt}.mp4`);
}

const ladderReasons = ["unreadable", "tooLong", "tooLarge"] as const satisfies readonly ConversionFault[];

/** Why there will be no ladder: a fault of the file. Everything else may pass, and the queue tries again. */
export type LadderReason = (typeof ladderReasons)[number];

/** Returns the fault if it is the file's and stays; undefined for one that may pass. */
export function lastingFault(fault: ConversionFault): LadderReason | undefined {
  return ladderReasons.find((reason) => reason === fault);
}
