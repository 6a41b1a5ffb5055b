import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { programs } from "./clips";

const run = promisify(execFile);

interface ClipSettings {
  size: string;
  seconds?: number;
  sound?: boolean;
  /** Of sound that ends before the picture. */
  soundSeconds?: number;
  /** Degrees that players turn the picture by. */
  rotation?: number;
  rate?: number;
}

/** Returns an MP4 of a moving test picture. */
export async function makeMovingClip({
  size,
  seconds = 9,
  sound = true,
  soundSeconds = seconds,
  rotation = 0,
  rate = 24,
}: ClipSettings): Promise<Buffer> {
  const dir = await mkdtemp(join(tmpdir(), "sabia-ladder-"));
  const path = join(dir, "clip.mp4");
  const turned = join(dir, "turned.mp4");
  const ffmpeg = programs?.ffmpeg ?? "";
  try {
    const picture = `-f lavfi -i testsrc2=size=${size}:rate=${rate}:duration=${seconds}`;
    const tone = sound ? ` -f lavfi -i sine=duration=${soundSeconds} -c:a aac` : "";
    const options = `-v error ${picture}${tone} -c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 97`;
    await run(ffmpeg, [...options.split(" "), path]);
    if (rotation === 0) return await readFile(path);
    const turning = ["-c", "copy", "-metadata:s:v", `rotate=${rotation}`];
    await run(ffmpeg, ["-v", "error", "-i", path, ...turning, turned]);
    return await readFile(turned);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Returns the times of a file's key frames, in seconds. */
export const listKeyFrames = (path: string) =>
  listTimes(path, ["-select_streams", "v:0", "-skip_frame", "nokey"]);

/** Returns when the last sample of a file's sound begins, in seconds. */
export async function lastSoundAt(path: string): Promise<number | undefined> {
  return (await listTimes(path, ["-select_streams", "a:0"])).at(-1);
}

async function listTimes(path: string, which: string[]): Promise<number[]> {
  const options = ["-v", "error", ...which, "-show_entries", "frame=pts_time", "-of", "csv=p=0", path];
  const { stdout } = await run(programs?.ffprobe ?? "", options);
  return stdout
    .split("\n")
    .map((line) => Number.parseFloat(line))
    .filter((seconds) => Number.isFinite(seconds));
}

/** Returns what mediainfo says of a file's picture, undefined where the program is not installed. */
export async function readMediainfo(
  path: string,
): Promise<{ Width: string; Height: string; Format_Profile: string; FrameRate: string } | undefined> {
  try {
    const { stdout } = await run("mediainfo", ["--Output=JSON", path]);
    const { media } = JSON.parse(stdout) as { media: { track: { "@type": string }[] } };
    return media.track.find((track) => track["@type"] === "Video") as never;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
