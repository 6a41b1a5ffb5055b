import { z } from "zod";
import { type Container, ConversionFailed, type DeclaredStream } from "./converter";
import { maxPixels, probeArguments } from "./ffmpeg-arguments";
import { type Programs, runProgram } from "./run-program.server";

/** A broken file may keep ffprobe searching. */
const probingMs = 60_000;

const numberText = z.coerce.number().positive().optional().catch(undefined);

/** ffprobe's output: claims of the file. */
const answer = z.object({
  streams: z
    .array(
      z.object({
        codec_type: z.string().default(""),
        codec_name: z.string().default(""),
        pix_fmt: z.string().optional(),
        width: z.number().default(0),
        height: z.number().default(0),
        avg_frame_rate: z.string().default(""),
        disposition: z.object({ attached_pic: z.number().default(0) }).default({ attached_pic: 0 }),
      }),
    )
    .default([]),
  format: z.object({ duration: numberText }).default({ duration: undefined }),
});

interface Probed {
  streams: DeclaredStream[];
  seconds: number | undefined;
  /** Of the first video, in pixels, before any rotation. */
  picture: { width: number; height: number };
  /** Per second; undefined if the file does not say. */
  frameRate: number | undefined;
}

/** Throws ConversionFailed (`unreadable`, `tooLarge`). */
export async function probe(
  programs: Programs,
  file: { folder: string; container: Container; file: string; signal: AbortSignal },
): Promise<Probed> {
  const text = await runProgram(programs, {
    program: "ffprobe",
    args: probeArguments(file.container, file.file),
    folder: file.folder,
    signal: file.signal,
    limit: probingMs,
  });
  const read = answer.safeParse(parseJson(text));
  if (!read.success) throw new ConversionFailed("unreadable", read.error);
  const { streams, format } = read.data;
  // ffprobe reports a cover picture as a video of one frame; browsers do not.
  const realStreams = streams.filter(({ disposition }) => disposition.attached_pic === 0);
  const videos = realStreams.filter(({ codec_type }) => codec_type === "video");
  const [video] = videos;
  if (!video) throw new ConversionFailed("unreadable", new Error("no video in it"));
  if (videos.some(({ width, height }) => width * height > maxPixels)) throw new ConversionFailed("tooLarge");
  return {
    seconds: format.duration,
    picture: { width: video.width, height: video.height },
    frameRate: readRatio(video.avg_frame_rate),
    streams: realStreams.flatMap(({ codec_type: kind, codec_name: codec, pix_fmt: pixels }) =>
      kind === "video" || kind === "audio" ? [{ kind, codec, ...(pixels ? { pixels } : {}) }] : [],
    ),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Such as `30000/1001`. */
function readRatio(text: string): number | undefined {
  const [above, below] = text.split("/").map(Number);
  const ratio = (above ?? 0) / (below ?? 1);
  return Number.isFinite(ratio) && ratio > 0 ? ratio : undefined;
}

/** By more than a twentieth and two seconds: containers count their last frames differently. */
export function isShorter(made: number | undefined, original: number | undefined): boolean {
  if (made === undefined || original === undefined) return false;
  return made < original * 0.95 - 2;
}
