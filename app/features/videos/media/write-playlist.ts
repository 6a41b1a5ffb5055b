import type { RungSegment } from "~/integrations/conversion/converter";

export interface ListedRung {
  shortSide: number;
  width: number;
  height: number;
  /** In bits per second, measured. */
  peakBandwidth: number;
  averageBandwidth: number;
  codecs: string;
  frameRate: number;
}

/**
 * Given the smallest first. A player without measurements may begin with the first: the smallest for people who save
 * data, otherwise the middle one, which fits most connections.
 */
export function orderRungs<Rung>(rungs: readonly Rung[], savesData: boolean): Rung[] {
  if (savesData) return [...rungs];
  const middle = Math.floor((rungs.length - 1) / 2);
  return [...rungs.slice(middle, middle + 1), ...rungs.slice(0, middle), ...rungs.slice(middle + 1)];
}

/** Without `shortSide`, the master playlist's. */
export function playlistPath(videoId: string, shortSide?: number): string {
  return `/watch/${videoId}/playlist${shortSide === undefined ? "" : `/${shortSide}`}.m3u8`;
}

/** RFC 8216, section 4.3.4. The rungs are at addresses below its own. */
export function writeMasterPlaylist(rungs: readonly ListedRung[]): string {
  const lines = rungs.flatMap((rung) => [
    `#EXT-X-STREAM-INF:${[
      `BANDWIDTH=${rung.peakBandwidth}`,
      `AVERAGE-BANDWIDTH=${rung.averageBandwidth}`,
      `CODECS="${rung.codecs}"`,
      `RESOLUTION=${rung.width}x${rung.height}`,
      `FRAME-RATE=${rung.frameRate.toFixed(3)}`,
    ].join(",")}`,
    `playlist/${rung.shortSide}.m3u8`,
  ]);
  return `${["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS", ...lines].join("\n")}\n`;
}

/** Parts of one file at `address`. */
export function writeRungPlaylist(
  { initBytes, segments }: { initBytes: number; segments: readonly RungSegment[] },
  address: string,
): string {
  let at = initBytes;
  const lines = segments.flatMap(({ microseconds, bytes }) => {
    const from = at;
    at += bytes;
    return [
      `#EXTINF:${(microseconds / 1_000_000).toFixed(6)},`,
      `#EXT-X-BYTERANGE:${bytes}@${from}`,
      address,
    ];
  });
  return `${[
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    `#EXT-X-TARGETDURATION:${targetSeconds(segments)}`,
    "#EXT-X-MEDIA-SEQUENCE:0",
    "#EXT-X-PLAYLIST-TYPE:VOD",
    "#EXT-X-INDEPENDENT-SEGMENTS",
    `#EXT-X-MAP:URI="${address}",BYTERANGE="${initBytes}@0"`,
    ...lines,
    "#EXT-X-ENDLIST",
  ].join("\n")}\n`;
}

const bitRate = (bytes: number, microseconds: number) => Math.ceil((bytes * 8 * 1_000_000) / microseconds);

/** In whole seconds: no segment, rounded, is longer (RFC 8216, section 4.3.3.1). */
export function targetSeconds(segments: readonly RungSegment[]): number {
  return Math.max(1, ...segments.map(({ microseconds }) => Math.ceil(microseconds / 1_000_000)));
}

/**
 * In bits per second: the average, and the peak as RFC 8216 defines it (section 4.1), the largest of any run of
 * segments that lasts from half to one and a half target durations.
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

/** Segments of a run; only very short ones could be more. */
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
