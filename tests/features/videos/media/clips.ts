import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe } from "vitest";
import { findPrograms } from "~/integrations/conversion/run-program.server";

const run = promisify(execFile);

export const programs = findPrograms(process.env.PATH);

/** Tests that need FFmpeg; `npm test` installs it where it can (dev/ffmpeg), and counts what is skipped. */
export const describeWithFfmpeg = describe.skipIf(!programs);

/** Kinds of files that creators have, by the ffmpeg arguments that make one. */
const kinds = {
  "good.mp4": "-c:v libx264 -pix_fmt yuv420p -c:a aac",
  "index-last.mp4": "-c:v libx264 -pix_fmt yuv420p -c:a aac -movflags 0",
  "sound.mp4": "-map 1:a -c:a aac",
  "phone.mov": "-c:v libx264 -pix_fmt yuv420p -c:a aac",
  "camera.mov": "-c:v mjpeg -c:a pcm_s16le -movflags +faststart",
  "phone-hevc.mov": "-c:v libx265 -pix_fmt yuv420p10le -tag:v hvc1 -c:a aac",
  "old.avi": "-c:v mpeg4 -c:a mp3",
  "silent.avi": "-c:v mpeg4 -an",
  "hevc.mp4": "-c:v libx265 -pix_fmt yuv420p -tag:v hvc1 -c:a aac",
  "part2.mp4": "-c:v mpeg4 -c:a aac",
  "ten-bits.mp4": "-c:v libx264 -pix_fmt yuv420p10le -c:a aac",
} as const;

export type ClipName = keyof typeof kinds;
const made = new Map<string, Promise<Buffer>>();

/** A test picture and a tone, in one of these kinds; odd sizes, as cameras of old had them. */
export function makeClip(name: ClipName, seconds = 2): Promise<Buffer> {
  const id = `${seconds}-${name}`;
  const clip = made.get(id) ?? make(name, seconds);
  made.set(id, clip);
  return clip;
}

async function make(name: ClipName, seconds: number): Promise<Buffer> {
  const odd = name.endsWith(".avi") ? "427x240" : "426x240";
  // Where only the length matters, few pictures are enough.
  const rate = seconds > 60 ? 1 : 25;
  const dir = await mkdtemp(join(tmpdir(), "sabia-clips-"));
  try {
    const path = join(dir, name);
    const picture = `-f lavfi -i testsrc2=size=${odd}:rate=${rate}:duration=${seconds}`;
    const options = `-v error ${picture} -f lavfi -i sine=duration=${seconds} ${kinds[name]}`;
    await run(programs?.ffmpeg ?? "", [...options.split(" "), path]);
    return await readFile(path);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Overwrites the contents of an MP4 with zeros, and keeps its index. */
export function spoilContents(clip: Buffer): Buffer {
  const start = clip.indexOf("mdat", 0, "latin1") + 4;
  return Buffer.from(clip).fill(0, start, start - 8 + clip.readUInt32BE(start - 8));
}

/** What ffprobe says of a file: its streams as `codec pixels`, and its length in seconds. */
export async function describeClip(path: string): Promise<{ streams: string[]; seconds: number }> {
  const options = "-v error -of json -show_entries format=duration:stream=codec_name,pix_fmt";
  const { stdout } = await run(programs?.ffprobe ?? "", [...options.split(" "), path]);
  const { streams, format } = JSON.parse(stdout) as {
    streams: { codec_name: string; pix_fmt?: string }[];
    format: { duration: string };
  };
  return {
    streams: streams.map(({ codec_name, pix_fmt }) => [codec_name, pix_fmt].filter(Boolean).join(" ")),
    seconds: Number(format.duration),
  };
}

/** Whether an MP4 plays from its first bytes: its index comes before its contents. */
export function startsFast(file: Buffer): boolean {
  const index = file.indexOf("moov", 0, "latin1");
  const contents = file.indexOf("mdat", 0, "latin1");
  return index > 0 && index < contents;
}

/** The ids of processes that work in a folder or below it: proc(5). */
export async function processesIn(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of await readdir("/proc")) {
    const cwd = /^\d+$/.test(pid) ? await readlink(`/proc/${pid}/cwd`).catch(() => "") : "";
    if (cwd.startsWith(folder)) found.push(pid);
  }
  return found;
}

export async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 50));
}
