import type { Container } from "./converter";
import { type DeclaredStream, isPlayableVideo } from "./plays-everywhere";

/** As many pixels as 8K has: a small file can claim a picture that fills the memory. */
export const mostPixels = 7_680 * 4_320;

/** The largest result, in bytes: twice the largest upload. */
export const resultMaxBytes = 1_048_576_000;

/** One reader for what the first bytes say, so that no playlist, image list or script is ever recognised in a file. */
const readers: Record<Container, string> = { mp4: "mov", mov: "mov", avi: "avi" };

/**
 * The arguments by which both programs read a hostile file: by one reader alone, opened within the file too (an AVI may
 * carry subtitles of any format), and no place but files. So nothing in it leads to another file or the network.
 */
function inputArguments(container: Container, file: string): string[] {
  const reader = readers[container];
  return [
    ...["-protocol_whitelist", "file", "-format_whitelist", reader, "-f", reader],
    ...["-max_pixels", String(mostPixels), "-i", `file:${file}`],
  ];
}

/** The arguments that ask ffprobe about a file: its length, and of each stream its kind, codec and size. */
export function probeArguments(container: Container, file: string): string[] {
  return [
    ...["-hide_banner", "-v", "error", "-of", "json"],
    ...["-show_entries", "format=duration:stream=codec_type,codec_name,pix_fmt,width,height"],
    ...["-show_entries", "stream_disposition=attached_pic"],
    ...inputArguments(container, file),
  ];
}

interface Conversion {
  container: Container;
  streams: readonly DeclaredStream[];
  from: string;
  to: string;
  /** Of processor time. */
  seconds: number;
}

/**
 * The arguments that make ffmpeg convert: the first picture and the first sound, as an MP4 whose index comes first. Streams
 * that are right already are copied, without loss and in seconds. Not out of an AVI, which does not say when a frame is
 * shown; and of the others H.264 alone, which old players know, too.
 */
export function convertArguments({ container, streams, from, to, seconds }: Conversion): string[] {
  const video = streams.find(({ kind }) => kind === "video");
  const audio = streams.find(({ kind }) => kind === "audio");
  const copyVideo = container !== "avi" && video?.codec === "h264" && isPlayableVideo(video);
  const copyAudio = container !== "avi" && audio?.codec === "aac";
  return [
    ...["-hide_banner", "-nostdin", "-v", "error", "-nostats", "-progress", "pipe:1"],
    ...["-timelimit", String(seconds)],
    ...inputArguments(container, from),
    ...["-map", "0:V:0", "-map", "0:a:0?", "-sn", "-dn", "-map_chapters", "-1"],
    ...(copyVideo ? ["-c:v", "copy"] : encodeArguments),
    ...(copyAudio ? ["-c:a", "copy"] : ["-c:a", "aac", "-b:a", "160k", "-ac", "2"]),
    ...["-movflags", "+faststart", "-fs", String(resultMaxBytes), "-f", "mp4", `file:${to}`],
  ];
}

/** Full HD at most, in the plain kind of H.264. */
const encodeArguments = [
  ...["-c:v", "libx264", "-preset", "veryfast", "-crf", "22", "-profile:v", "high", "-pix_fmt", "yuv420p"],
  ...[
    "-vf",
    "scale=w='min(1920,iw)':h='min(1920,ih)':force_original_aspect_ratio=decrease:force_divisible_by=2",
  ],
  ...["-maxrate", "8M", "-bufsize", "16M"],
];
