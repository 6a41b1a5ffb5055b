import type { Container, FrameSheet, RungSettings } from "./converter";
import {
  h264,
  inputArguments,
  pictureAndSound,
  quiet,
  resultMaxBytes,
  withoutMetadata,
} from "./ffmpeg-arguments";

/** Between key frames, where a player may change the rendition, and between segments' ends. */
const keyFrameSeconds = 2;
const segmentSeconds = 4;

/** Maximum. */
const rungFrameRate = 30;

interface Rung extends RungSettings {
  container: Container;
  from: string;
  /** `playlist`: lists the segments of the file `to`. */
  to: string;
  playlist: string;
  /** Of processor time. */
  limitSeconds: number;
  /** Pads short sound with silence: players wait where one of the two has no data. */
  soundSeconds: number | undefined;
}

/** Forces key frames by the clock, so that all renditions have them at the same times. Scales after the rotation. */
export function rungArguments({ container, from, to, playlist, ...rung }: Rung): string[] {
  const { shortSide: side, quality, videoKilobits: rate } = rung;
  return [
    ...quiet,
    "-timelimit",
    String(rung.limitSeconds),
    ...inputArguments(container, from),
    ...pictureAndSound,
    ...withoutMetadata,
    "-vf",
    `scale=w='if(gt(iw,ih),-2,${side})':h='if(gt(iw,ih),${side},-2)'`,
    ...h264(quality),
    "-maxrate",
    `${rate}k`,
    "-bufsize",
    `${2 * rate}k`,
    "-fpsmax",
    String(rungFrameRate),
    "-sc_threshold",
    "0",
    "-force_key_frames",
    `expr:gte(t,n_forced*${keyFrameSeconds})`,
    ...silenceUpTo(rung.soundSeconds),
    "-c:a",
    "aac",
    "-b:a",
    `${rung.audioKilobits}k`,
    "-ac",
    "2",
    "-fs",
    String(resultMaxBytes),
    "-hls_time",
    String(segmentSeconds),
    "-hls_playlist_type",
    "vod",
    "-hls_segment_type",
    "fmp4",
    "-hls_flags",
    "single_file+independent_segments",
    "-hls_segment_filename",
    to,
    "-f",
    "hls",
    `file:${playlist}`,
  ];
}

function silenceUpTo(seconds: number | undefined): string[] {
  return seconds ? ["-af", `apad=whole_dur=${seconds}`] : [];
}

interface Part {
  container: Container;
  from: string;
  to: string;
  limitSeconds: number;
}

/** With silence up to `seconds`, the length of the picture. */
export function soundArguments({
  container,
  from,
  to,
  limitSeconds,
  kilobits,
  seconds,
}: Part & { kilobits: number; seconds: number | undefined }): string[] {
  return [
    ...quiet,
    "-timelimit",
    String(limitSeconds),
    ...inputArguments(container, from),
    "-map",
    "0:a:0",
    ...withoutMetadata,
    ...silenceUpTo(seconds),
    "-c:a",
    "aac",
    "-b:a",
    `${kilobits}k`,
    "-ac",
    "1",
    "-movflags",
    "+faststart",
    "-f",
    "mp4",
    `file:${to}`,
  ];
}

/** Decodes only key frames; a second's tolerance accepts those that the clock placed one frame early. */
export function framesArguments({
  container,
  from,
  to,
  limitSeconds,
  sheet,
}: Part & { sheet: FrameSheet }): string[] {
  const rows = Math.ceil(sheet.count / sheet.columns);
  return [
    ...quiet,
    "-timelimit",
    String(limitSeconds),
    "-skip_frame",
    "nokey",
    ...inputArguments(container, from),
    "-map",
    "0:V:0",
    "-vf",
    [
      `select='isnan(prev_selected_t)+gte(t-prev_selected_t,${sheet.seconds - 1})'`,
      `scale=${sheet.width}:${sheet.height}`,
      `tile=${sheet.columns}x${rows}`,
    ].join(","),
    "-frames:v",
    "1",
    "-q:v",
    "5",
    "-f",
    "mjpeg",
    `file:${to}`,
  ];
}
