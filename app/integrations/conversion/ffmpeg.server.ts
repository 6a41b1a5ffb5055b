import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, open, readdir, readFile, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  type Container,
  ConversionFailed,
  conversionMaxMs,
  type DeclaredStream,
  type EncodedFile,
  type EncodedRung,
  playsEverywhere,
  type RungSegment,
  type RungSettings,
  type VideoConverter,
} from "./converter";
import { convertArguments, cutArguments, resultMaxBytes } from "./ffmpeg-arguments";
import { framesArguments, rungArguments, soundArguments } from "./ladder-arguments";
import { isShorter, probe } from "./probe.server";
import { type Programs, runProgram } from "./run-program.server";

/** Cutting three minutes takes one or two. */
const cuttingMs = 20 * 60_000;

/** Free space kept on the temporary disk. */
const leftFree = 256 * 1024 * 1024;

/** A result is about as large as the original. */
const roomFactor = 2;

type Settings = { programs: Programs; dir: string };

/** In folders below `dir`, which is created on first use. */
export function createFfmpegConverter({ programs, dir }: Settings): VideoConverter {
  return {
    async take(body, { bytes, container, signal }) {
      const folder = join(dir, randomUUID());
      const removeFolder = () => rm(folder, { recursive: true, force: true });
      body.on("error", () => {}); // handled by the pipeline, if it gets there
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await requireRoom(folder, bytes * roomFactor + leftFree);
        const original = `original.${container}`;
        await copyTo(join(folder, original), body, signal);
        const probed = await probe(programs, { folder, container, file: original, signal });
        const encoding = { limitSeconds: conversionMaxMs / 1000 };
        const run = (args: string[], signal: AbortSignal) =>
          runProgram(programs, { program: "ffmpeg", args, folder, signal, limit: conversionMaxMs });
        return {
          plays: playsEverywhere(container, probed.streams),
          convert: async ({ onPercent, signal }) => {
            const to = "converted.mp4";
            await runProgram(programs, {
              program: "ffmpeg",
              args: convertArguments({
                container,
                streams: probed.streams,
                from: original,
                to,
                seconds: conversionMaxMs / 1000,
              }),
              folder,
              signal,
              limit: conversionMaxMs,
              onLine: (line) => {
                const percent = readPercent(line, probed.seconds);
                if (percent !== undefined) onPercent(percent);
              },
            });
            const path = join(folder, to);
            const { size } = await stat(path);
            // At this size FFmpeg stops without an error, in the middle of the video.
            if (size >= resultMaxBytes * 0.99) throw new ConversionFailed("tooLarge");
            const made = await probe(programs, { folder, container: "mp4", file: to, signal });
            // FFmpeg converts a truncated file as far as it goes.
            if (!playsEverywhere("mp4", made.streams) || isShorter(made.seconds, probed.seconds))
              throw new ConversionFailed("unreadable", new Error(`${made.seconds} s of ${probed.seconds} s`));
            return openResult(path);
          },
          seconds: probed.seconds,
          picture: probed.picture,
          encodeRung: ({ rung, signal }) =>
            encodeRung(programs, { folder, container, original, ...probed, rung, signal }),
          encodeSound: async ({ kilobits, signal }) => {
            if (!probed.streams.some(({ kind }) => kind === "audio")) return undefined;
            const part = { container, from: original, to: "sound.m4a", ...encoding };
            await run(soundArguments({ ...part, kilobits, seconds: probed.seconds }), signal);
            return openResult(join(folder, part.to));
          },
          drawFrames: async ({ sheet, signal }) => {
            const part = { container, from: original, to: "frames.jpg", ...encoding };
            await run(framesArguments({ ...part, sheet }), signal);
            return openResult(join(folder, part.to));
          },
          cut: async ({ start, seconds, signal }) => {
            const to = "cut.mp4";
            const limit = { limitSeconds: cuttingMs / 1000 };
            const args = cutArguments({ container, from: original, to, start, seconds, ...limit });
            await runProgram(programs, { program: "ffmpeg", args, folder, signal, limit: cuttingMs });
            const made = await probe(programs, { folder, container: "mp4", file: to, signal });
            if (!playsEverywhere("mp4", made.streams) || !made.seconds)
              throw new ConversionFailed("unreadable", new Error("nothing could be cut"));
            return { ...(await openResult(join(folder, to))), seconds: made.seconds };
          },
          release: removeFolder,
        };
      } catch (error) {
        body.destroy();
        await removeFolder();
        throw error;
      }
    },

    async sweepTemporary(olderThan) {
      let removed = 0;
      for (const name of await readdir(dir).catch(() => [])) {
        const path = join(dir, name);
        const facts = await stat(path).catch(() => undefined);
        if (!facts || facts.mtime >= olderThan) continue;
        await rm(path, { recursive: true, force: true });
        removed += 1;
      }
      return removed;
    },
  };
}

async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes) throw new ConversionFailed("noRoom");
}

async function copyTo(path: string, body: Readable, signal: AbortSignal): Promise<void> {
  try {
    await pipeline(body, createWriteStream(path, { flags: "wx", mode: 0o600 }), { signal });
  } catch (error) {
    signal.throwIfAborted();
    const full = error instanceof Error && "code" in error && error.code === "ENOSPC";
    throw full ? new ConversionFailed("noRoom", error) : error;
  }
}

/** 0 to 99: it is done only when the result is stored. */
function readPercent(line: string, seconds: number | undefined): number | undefined {
  const [, microseconds] = /^out_time_us=(\d+)$/.exec(line) ?? [];
  if (microseconds === undefined || seconds === undefined) return undefined;
  return Math.min(99, Math.floor(Number(microseconds) / 10_000 / seconds));
}

interface Original {
  folder: string;
  container: Container;
  original: string;
  seconds: number | undefined;
  streams: readonly DeclaredStream[];
  rung: RungSettings;
  signal: AbortSignal;
}

async function encodeRung(
  programs: Programs,
  { folder, container, original, seconds, streams, rung, signal }: Original,
): Promise<EncodedRung> {
  const to = "rung.mp4";
  const playlist = "rung.m3u8";
  const path = join(folder, to);
  await rm(path, { force: true });
  const limitSeconds = conversionMaxMs / 1000;
  const soundSeconds = streams.some(({ kind }) => kind === "audio") ? seconds : undefined;
  const args = rungArguments({
    container,
    from: original,
    to,
    playlist,
    limitSeconds,
    soundSeconds,
    ...rung,
  });
  await runProgram(programs, { program: "ffmpeg", args, folder, signal, limit: conversionMaxMs });
  const { size } = await stat(path);
  // At this size FFmpeg stops without an error, in the middle of the video.
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
  return {
    ...listed,
    ...made.picture,
    ...(await openResult(path)),
    frameRate: made.frameRate,
    // ffmpeg's own AAC is always Low Complexity.
    codecs: hasSound ? `${video},mp4a.40.2` : video,
  };
}

async function openResult(path: string): Promise<EncodedFile> {
  const facts = await stat(path).catch(() => undefined);
  if (!facts?.size) throw new ConversionFailed("unreadable", new Error("nothing was written"));
  const body = createReadStream(path);
  body.on("error", () => {}); // handled by its reader; without a listener it would end the process
  return { bytes: facts.size, body };
}

/** H.264 profile and level from the `avcC` box (ISO/IEC 14496-15, 5.3.3.1), as in RFC 6381. */
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

/** Byte ranges in ffmpeg's media playlist; undefined unless they are contiguous from the first byte. */
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
