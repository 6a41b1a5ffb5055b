import type { RungSegment } from "./converter";

/**
 * Reads the byte ranges of one file from the media playlist that ffmpeg wrote for it. Returns undefined unless they
 * follow each other without gaps from the first byte on.
 */
export function readSegments(playlist: string): { initBytes: number; segments: RungSegment[] } | undefined {
  const [, init] = /^#EXT-X-MAP:URI="[^"]*",BYTERANGE="(\d+)@0"$/m.exec(playlist) ?? [];
  if (init === undefined || !/^#EXT-X-ENDLIST$/m.test(playlist)) return undefined;
  const segments: RungSegment[] = [];
  let at = Number(init);
  for (const [, seconds, bytes, from] of playlist.matchAll(
    /^#EXTINF:([\d.]+),.*\n#EXT-X-BYTERANGE:(\d+)@(\d+)$/gm,
  )) {
    if (Number(from) !== at) return undefined;
    segments.push({ microseconds: Math.round(Number(seconds) * 1_000_000), bytes: Number(bytes) });
    at += Number(bytes);
  }
  return segments.length > 0 ? { initBytes: Number(init), segments } : undefined;
}
