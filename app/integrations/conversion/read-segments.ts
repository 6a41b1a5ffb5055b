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
  const lines = playlist.split("\n");
  for (const [index, line] of lines.entries()) {
    const [, seconds] = /^#EXTINF:([\d.]+),/.exec(line) ?? [];
    const [, bytes, from] = /^#EXT-X-BYTERANGE:(\d+)@(\d+)$/.exec(lines[index + 1] ?? "") ?? [];
    if (seconds === undefined || bytes === undefined) continue;
    if (Number(from) !== at) return undefined;
    segments.push({ microseconds: Math.round(Number(seconds) * 1_000_000), bytes: Number(bytes) });
    at += Number(bytes);
  }
  return segments.length > 0 ? { initBytes: Number(init), segments } : undefined;
}
