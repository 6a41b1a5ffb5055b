import type { Container } from "./converter";

/** A stream as the file declares it, in ffprobe's words. */
export interface DeclaredStream {
  kind: "video" | "audio";
  codec: string;
  /** How pixels are stored; of a video only. */
  pixels?: string;
}

/** What browsers decode in an MP4. VP9, AV1 and Opus by now all of them do, Safari since 17; HEVC Firefox does not. */
const videoCodecs = new Set(["h264", "vp9", "av1"]);
const audioCodecs = new Set(["aac", "mp3", "opus", "flac"]);

/** H.264 with more than eight bits or finer colour (High 10, 4:2:2) is decoded by no browser. */
const plainPixels = new Set(["yuv420p", "yuvj420p"]);

export function isPlayableVideo({ codec, pixels = "" }: DeclaredStream): boolean {
  return videoCodecs.has(codec) && (codec !== "h264" || plainPixels.has(pixels));
}

function isPlayableAudio({ codec }: DeclaredStream): boolean {
  return audioCodecs.has(codec);
}

/**
 * Decides whether every current browser plays a file as it is. Takes its container and all of its video and audio
 * streams. A QuickTime file with the right streams plays in some browsers only, so it does not count.
 */
export function playsEverywhere(container: Container, streams: readonly DeclaredStream[]): boolean {
  return (
    container === "mp4" &&
    streams.some(({ kind }) => kind === "video") &&
    streams.every((stream) => (stream.kind === "video" ? isPlayableVideo(stream) : isPlayableAudio(stream)))
  );
}
