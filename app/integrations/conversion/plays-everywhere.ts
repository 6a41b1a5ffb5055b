import type { Container } from "./converter";

/** A stream as declared by the file, in ffprobe's terms. */
export interface DeclaredStream {
  kind: "video" | "audio";
  codec: string;
  pixels?: string;
}

/**
 * Codecs that all browsers decode in an MP4. Safari supports VP9, AV1 and Opus since version 17; Firefox does not
 * support HEVC.
 */
const videoCodecs = new Set(["h264", "vp9", "av1"]);
const audioCodecs = new Set(["aac", "mp3", "opus", "flac"]);

/** No browser decodes H.264 with more than eight bits or 4:2:2 colour (High 10, High 4:2:2). */
const plainPixels = new Set(["yuv420p", "yuvj420p"]);

/** `pixels` are read from the first picture: without them it cannot be decoded, except by a build without AV1. */
export function isPlayableVideo({ codec, pixels = "" }: DeclaredStream): boolean {
  if (codec === "h264") return plainPixels.has(pixels);
  return videoCodecs.has(codec) && (pixels !== "" || codec === "av1");
}

function isPlayableAudio({ codec }: DeclaredStream): boolean {
  return audioCodecs.has(codec);
}

/**
 * Returns whether every current browser plays a file as it is. `streams`: all its video and audio streams. QuickTime
 * plays in some browsers only.
 */
export function playsEverywhere(container: Container, streams: readonly DeclaredStream[]): boolean {
  return (
    container === "mp4" &&
    streams.some(({ kind }) => kind === "video") &&
    streams.every((stream) => (stream.kind === "video" ? isPlayableVideo(stream) : isPlayableAudio(stream)))
  );
}
