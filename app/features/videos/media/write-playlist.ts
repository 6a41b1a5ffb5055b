import type { RungSegment } from "~/integrations/conversion/converter";
import { targetSeconds } from "./bandwidth";

/** Facts of a rung in the master playlist. */
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
 * Returns the order of rungs, given the smallest first. A player without measurements may begin with the first: the
 * smallest for people who save data, otherwise the middle one, which fits most lines.
 */
export function orderRungs<Rung>(rungs: readonly Rung[], savesData: boolean): Rung[] {
  if (savesData) return [...rungs];
  const middle = Math.floor((rungs.length - 1) / 2);
  return [...rungs.slice(middle, middle + 1), ...rungs.slice(0, middle), ...rungs.slice(middle + 1)];
}

/** Returns the address of a video's master playlist. */
export function playlistPath(videoId: string): string {
  return `/watch/${videoId}/playlist.m3u8`;
}

/** Writes a master playlist (RFC 8216, section 4.3.4), whose rungs are at addresses below its own. */
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

/** Writes the playlist of one rung: parts of one file at `address`. */
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
