import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

/** With ffprobe beside it; undefined where the PATH has none. */
export function findFfmpeg(): string | undefined {
  return spawnSync("ffmpeg", ["-version"], { stdio: "ignore" }).status === 0 ? "ffmpeg" : undefined;
}

/** Throws if the file has no readable video. */
export async function probeSeconds(ffmpeg: string, file: string): Promise<number> {
  const probe = ffmpeg === "ffmpeg" ? "ffprobe" : join(dirname(ffmpeg), "ffprobe");
  const asked = "-v error -select_streams v:0 -show_entries stream=codec_name:format=duration -of json";
  const { stdout } = await promisify(execFile)(probe, [...asked.split(" "), file], { timeout: 30_000 });
  const found: { streams?: unknown[]; format?: { duration?: string } } = JSON.parse(stdout);
  const seconds = Number.parseFloat(found.format?.duration ?? "");
  if (!found.streams?.length || !Number.isFinite(seconds)) throw new Error("no video");
  return seconds;
}

const toH264 = "-map 0:v:0 -map 0:a:0? -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac".split(" ");

export interface Encoding {
  done: Promise<void>;
  stop(): void;
}

/** H.264 and AAC as an HLS playlist of four-second pieces. */
export function encodeHls(ffmpeg: string, { input, folder, seconds, onPercent }: HlsWork): Encoding {
  const video = [...toH264, "-vf", "scale=-2:'min(720,ih)'", "-ac", "2"];
  const pieces = "-force_key_frames expr:gte(t,n_forced*4) -f hls -hls_time 4 -hls_playlist_type vod";
  const files = ["-hls_segment_filename", join(folder, "piece%04d.ts"), join(folder, "rendition.m3u8")];
  const encoding = run(ffmpeg, ["-i", input, ...video, ...pieces.split(" "), ...files]);
  if (encoding.child.stdout) {
    createInterface(encoding.child.stdout).on("line", (line) => {
      const microseconds = Number(/^out_time_us=(\d+)$/.exec(line)?.[1] ?? Number.NaN);
      if (Number.isFinite(microseconds)) onPercent(Math.min(100, microseconds / 10_000 / seconds));
    });
  }
  return encoding;
}

interface HlsWork {
  input: string;
  folder: string;
  seconds: number;
  onPercent(percent: number): void;
}

export function cutClip(
  ffmpeg: string,
  { from, to, start, seconds }: { from: string; to: string; start: number; seconds: number },
): Encoding {
  const part = ["-ss", String(start), "-i", from, "-t", String(seconds)];
  return run(ffmpeg, [...part, ...toH264, "-f", "mp4", to]);
}

/** An MP4, or its sound alone, that plays before it has arrived whole. Sound fails for a video without it. */
export function joinPieces(
  ffmpeg: string,
  { playlist, output, kind }: { playlist: string; output: string; kind: "mp4" | "m4a" },
): Encoding {
  const form = kind === "mp4" ? ["-f", "mp4"] : ["-vn", "-f", "ipod"];
  return run(ffmpeg, ["-i", playlist, "-c", "copy", "-movflags", "+faststart", ...form, output]);
}

function run(ffmpeg: string, work: string[]): Encoding & { child: ChildProcess } {
  const quiet = ["-nostdin", "-hide_banner", "-v", "error", "-y", "-progress", "pipe:1"];
  const child = spawn(ffmpeg, [...quiet, ...work], { stdio: ["ignore", "pipe", "pipe"] });
  let words = "";
  child.stderr?.on("data", (part: Buffer) => {
    words = (words + part.toString()).slice(-2_000);
  });
  child.stdout?.resume();
  const done = new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(words || `ended with ${code}`)),
    );
  });
  return { child, done, stop: () => void child.kill("SIGKILL") };
}
