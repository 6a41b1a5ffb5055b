import { type Container, type DeclaredStream, isPlayableVideo } from "./converter";

/** 8K: a small file may declare a picture that fills the memory. */
export const maxPixels = 7_680 * 4_320;

/** Twice the largest upload. */
export const resultMaxBytes = 1_048_576_000;

/** One demuxer per container: playlists, image lists and scripts inside a file are never recognised. */
const readers: Record<Container, string> = { mp4: "mov", mov: "mov", avi: "avi" };

/** For untrusted files: one demuxer, also for streams inside, and only the file protocol: opens no other file or URL. */
export function inputArguments(container: Container, file: string): string[] {
  const reader = readers[container];
  return [
    "-protocol_whitelist",
    "file",
    "-format_whitelist",
    reader,
    "-f",
    reader,
    "-max_pixels",
    String(maxPixels),
    "-i",
    `file:${file}`,
  ];
}

export const quiet = ["-hide_banner", "-nostdin", "-v", "error", "-nostats"];

/** The first video stream except cover pictures, and the first audio stream if any. */
export const pictureAndSound = ["-map", "0:V:0", "-map", "0:a:0?", "-sn", "-dn"];

export const withoutMetadata = ["-map_metadata", "-1", "-map_chapters", "-1"];

/** For old players. `quality`: constant rate factor, lower is better. */
export function h264(quality: number): string[] {
  const speed = ["-preset", "veryfast"];
  return ["-c:v", "libx264", ...speed, "-crf", String(quality), "-profile:v", "high", "-pix_fmt", "yuv420p"];
}

export function probeArguments(container: Container, file: string): string[] {
  return [
    "-hide_banner",
    "-v",
    "error",
    "-of",
    "json",
    "-show_entries",
    "format=duration:stream=codec_type,codec_name,pix_fmt,width,height,avg_frame_rate",
    "-show_entries",
    "stream_disposition=attached_pic",
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

/** With the index first. Copies compatible streams, except from an AVI, which has no presentation times. */
export function convertArguments({ container, streams, from, to, seconds }: Conversion): string[] {
  const video = streams.find(({ kind }) => kind === "video");
  const audio = streams.find(({ kind }) => kind === "audio");
  const copyVideo = container !== "avi" && video?.codec === "h264" && isPlayableVideo(video);
  const copyAudio = container !== "avi" && audio?.codec === "aac";
  return [
    ...quiet,
    "-progress",
    "pipe:1",
    "-timelimit",
    String(seconds),
    ...inputArguments(container, from),
    ...pictureAndSound,
    "-map_chapters",
    "-1",
    ...(copyVideo ? ["-c:v", "copy"] : encodeArguments),
    ...(copyAudio ? ["-c:a", "copy"] : ["-c:a", "aac", "-b:a", "160k", "-ac", "2"]),
    "-movflags",
    "+faststart",
    "-fs",
    String(resultMaxBytes),
    "-f",
    "mp4",
    `file:${to}`,
  ];
}

/** 180 seconds at the rate below are 50 MB. */
const cutMaxBytes = 104_857_600;

interface Cut {
  container: Container;
  from: string;
  to: string;
  /** In seconds. */
  start: number;
  seconds: number;
  /** Of processor time. */
  limitSeconds: number;
}

/** Encodes anew: a copy would begin with the key frame before `start`, and contain what nobody paid for. */
export function cutArguments({ container, from, to, start, seconds, limitSeconds }: Cut): string[] {
  return [
    ...quiet,
    "-timelimit",
    String(limitSeconds),
    ...(start > 0 ? ["-ss", String(start)] : []),
    ...inputArguments(container, from),
    "-t",
    String(seconds),
    ...pictureAndSound,
    ...withoutMetadata,
    ...h264(24),
    "-vf",
    "scale=w='min(1280,iw)':h='min(720,ih)':force_original_aspect_ratio=decrease:force_divisible_by=2",
    "-maxrate",
    "2M",
    "-bufsize",
    "4M",
    "-c:a",
    "aac",
    "-b:a",
    "128k",
    "-ac",
    "2",
    "-movflags",
    "+faststart",
    "-fs",
    String(cutMaxBytes),
    "-f",
    "mp4",
    `file:${to}`,
  ];
}

/** At most Full HD, in the profile that all browsers support. */
const encodeArguments = [
  ...h264(22),
  "-vf",
  "scale=w='min(1920,iw)':h='min(1920,ih)':force_original_aspect_ratio=decrease:force_divisible_by=2",
  "-maxrate",
  "8M",
  "-bufsize",
  "16M",
];
