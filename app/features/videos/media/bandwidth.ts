import type { RungSegment } from "~/integrations/conversion/converter";

const bitRate = (bytes: number, microseconds: number) => Math.ceil((bytes * 8 * 1_000_000) / microseconds);

/**
 * Returns the target duration of a playlist in whole seconds: no segment, rounded, is longer (RFC 8216, section
 * 4.3.3.1).
 */
export function targetSeconds(segments: readonly RungSegment[]): number {
  return Math.max(1, ...segments.map(({ microseconds }) => Math.ceil(microseconds / 1_000_000)));
}

/**
 * Measures a rung in bits per second: the average of the whole, and the peak as RFC 8216 defines it (section 4.1), the
 * largest of any run of segments that lasts from half to one and a half target durations.
 */
export function measureBandwidth(segments: readonly RungSegment[]): { peak: number; average: number } {
  const target = targetSeconds(segments) * 1_000_000;
  const whole = sum(segments);
  const average = bitRate(whole.bytes, whole.microseconds);
  let peak = average;
  for (let from = 0; from < segments.length; from += 1) {
    let bytes = 0;
    let microseconds = 0;
    for (const segment of segments.slice(from, from + maxRun)) {
      bytes += segment.bytes;
      microseconds += segment.microseconds;
      if (microseconds > target * 1.5) break;
      if (microseconds >= target * 0.5) peak = Math.max(peak, bitRate(bytes, microseconds));
    }
  }
  return { peak, average };
}

/** Segments of a run that are looked at; only very short ones could be more. */
const maxRun = 100;

function sum(segments: readonly RungSegment[]): RungSegment {
  return segments.reduce(
    (all, { bytes, microseconds }) => ({
      bytes: all.bytes + bytes,
      microseconds: all.microseconds + microseconds,
    }),
    { bytes: 0, microseconds: 0 },
  );
}
