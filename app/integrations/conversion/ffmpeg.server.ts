import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ConversionFailed, conversionMaxMs, playsEverywhere, type VideoConverter } from "./converter";
import { encodeRung } from "./encode-rung.server";
import { convertArguments, cutArguments, resultMaxBytes } from "./ffmpeg-arguments";
import { isShorter, probe } from "./probe.server";
import { type Programs, runProgram } from "./run-program.server";

/** Cutting three minutes out takes one or two; in milliseconds. */
const cuttingMs = 20 * 60_000;

/** Free space kept on the temporary disk beside a copy and its result, in bytes. */
const leftFree = 256 * 1024 * 1024;

/** The result is expected to be about as large as the original. */
const roomFactor = 2;

type Settings = { programs: Programs; dir: string };

/** Converts with FFmpeg in folders below `dir`, which is created on first use. */
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
        const found = await probe(programs, { folder, container, file: original, signal });
        return {
          plays: playsEverywhere(container, found.streams),
          convert: async ({ onPercent, signal }) => {
            const to = "converted.mp4";
            await runProgram(programs, {
              program: "ffmpeg",
              args: convertArguments({
                container,
                streams: found.streams,
                from: original,
                to,
                seconds: conversionMaxMs / 1000,
              }),
              folder,
              signal,
              limit: conversionMaxMs,
              onLine: (line) => {
                const percent = readPercent(line, found.seconds);
                if (percent !== undefined) onPercent(percent);
              },
            });
            const path = join(folder, to);
            const { size } = await stat(path);
            // FFmpeg stops there without an error, in the middle of the video.
            if (size >= resultMaxBytes * 0.99) throw new ConversionFailed("tooLarge");
            const made = await probe(programs, { folder, container: "mp4", file: to, signal });
            // FFmpeg converts a truncated file as far as it goes: a partial lesson must not replace the whole one.
            if (!playsEverywhere("mp4", made.streams) || isShorter(made.seconds, found.seconds))
              throw new ConversionFailed("unreadable", new Error(`${made.seconds} s of ${found.seconds} s`));
            const converted = createReadStream(path);
            converted.on("error", () => {}); // handled by its reader; without a listener it would end the process
            return { bytes: size, body: converted };
          },
          seconds: found.seconds,
          picture: found.picture,
          encodeRung: ({ rung, signal }) =>
            encodeRung(programs, { folder, container, original, seconds: found.seconds, rung, signal }),
          cut: async ({ start, seconds, signal }) => {
            const to = "cut.mp4";
            const limit = { limitSeconds: cuttingMs / 1000 };
            const args = cutArguments({ container, from: original, to, start, seconds, ...limit });
            await runProgram(programs, { program: "ffmpeg", args, folder, signal, limit: cuttingMs });
            const path = join(folder, to);
            const { size } = await stat(path);
            const made = await probe(programs, { folder, container: "mp4", file: to, signal });
            if (!playsEverywhere("mp4", made.streams) || !made.seconds)
              throw new ConversionFailed("unreadable", new Error("nothing could be cut"));
            const body = createReadStream(path);
            body.on("error", () => {}); // as above
            return { bytes: size, body, seconds: made.seconds };
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

/** Returns 0 to 99: the conversion is done only when the result is stored. */
function readPercent(line: string, seconds: number | undefined): number | undefined {
  const [, microseconds] = /^out_time_us=(\d+)$/.exec(line) ?? [];
  if (microseconds === undefined || seconds === undefined) return undefined;
  return Math.min(99, Math.floor(Number(microseconds) / 10_000 / seconds));
}
