import { createReadStream } from "node:fs";
import { open, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  type Container,
  ConversionFailed,
  conversionMaxMs,
  type EncodedRung,
  playsEverywhere,
  type RungSegment,
  type RungSettings,
} from "./converter";
import { resultMaxBytes, rungArguments } from "./ffmpeg-arguments";
import { isShorter, probe } from "./probe.server";
import { type Programs, runProgram } from "./run-program.server";

interface Original {
  folder: string;
  container: Container;
  original: string;
  /** Of the original; undefined when it does not say. */
  seconds: number | undefined;
  rung: RungSettings;
  signal: AbortSignal;
}

/** See `StagedFile.encodeRung`. */
export async function encodeRung(
  programs: Programs,
  { folder, container, original, seconds, rung, signal }: Original,
): Promise<EncodedRung> {
  const to = "rung.mp4";
  const playlist = "rung.m3u8";
  const path = join(folder, to);
  await rm(path, { force: true });
  const limitSeconds = conversionMaxMs / 1000;
  const args = rungArguments({ container, from: original, to, playlist, limitSeconds, ...rung });
  await runProgram(programs, { program: "ffmpeg", args, folder, signal, limit: conversionMaxMs });
  const { size } = await stat(path);
  // FFmpeg stops there without an error, in the middle of the video.
  if (size >= resultMaxBytes * 0.99) throw new ConversionFailed("tooLarge");
  const made = await probe(programs, { folder, container: "mp4", file: to, signal });
  const listed = readSegments(await readFile(join(folder, playlist), "utf8"));
  const end = listed?.segments.reduce((at, { bytes }) => at + bytes, listed.initBytes);
  if (!listed || end !== size)
    throw new ConversionFailed("unreadable", new Error("not one file of segments"));
  if (!playsEverywhere("mp4", made.streams) || isShorter(made.seconds, seconds) || !made.frameRate)
    throw new ConversionFailed("unreadable", new Error(`${made.seconds} s of ${seconds} s`));
  const video = await readVideoCodec(path, listed.initBytes);
  const hasSound = made.streams.some(({ kind }) => kind === "audio");
  const body = createReadStream(path);
  body.on("error", () => {}); // handled by its reader; without a listener it would end the process
  return {
    ...listed,
    ...made.picture,
    bytes: size,
    frameRate: made.frameRate,
    // ffmpeg's own AAC is always of the profile Low Complexity.
    codecs: hasSound ? `${video},mp4a.40.2` : video,
    body,
  };
}

/** Reads profile and level of H.264 from the file's `avcC` box (ISO/IEC 14496-15, 5.3.3.1), as RFC 6381 spells them. */
async function readVideoCodec(path: string, initBytes: number): Promise<string> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(initBytes);
    await file.read(head, 0, initBytes, 0);
    const at = head.indexOf("avcC", 0, "latin1");
    if (at < 0) throw new ConversionFailed("unreadable", new Error("no avcC box"));
    return `avc1.${head.toString("hex", at + 5, at + 8)}`;
  } finally {
    await file.close();
  }
}

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
