import { copyFile, mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { fileTypeFromFile } from "file-type";
import { cutClip, type Encoding, encodeHls, joinMp4, joinSound, probeSeconds } from "./ffmpeg";
import type { Holdable } from "./local-stream";
import { type DownloadKind, downloadFiles, type StoredVideo, type Videos } from "./videos";

interface EncoderOptions {
  videos: Videos;
  ffmpeg: string | undefined;
  /** Once for each video that is ready or has failed. */
  onFinished(video: StoredVideo): Promise<void>;
}

/** Has the documented code. */
class Unplayable extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Moves videos through `queued` and `inprogress` to `ready` or `error`, and makes the downloads of ready ones. */
export function createEncoder({ videos, ffmpeg, onFinished }: EncoderOptions) {
  const work = new Map<Promise<void>, string>();
  const encodings = new Set<{ uid: string; made: Encoding }>();
  const held = new Set<() => void>();
  let hold: { where: Holdable; percent: number } | undefined;
  let closed = false;
  let captionsFail = false;
  let downloadsFail = false;

  /** Waits while encoding is held at this step. Throws for a video that was deleted meanwhile. */
  async function pass(video: StoredVideo, where: Holdable): Promise<void> {
    while (hold?.where === where && !closed && videos.exists(video)) {
      await new Promise<void>((resolve) => held.add(resolve));
    }
    if (closed || !videos.exists(video)) throw new Gone();
  }

  function release(): void {
    hold = undefined;
    for (const go of held) go();
    held.clear();
  }

  async function encoding(video: StoredVideo, make: () => Encoding): Promise<void> {
    const running = { uid: video.uid, made: make() };
    encodings.add(running);
    try {
      await running.made.done;
    } finally {
      encodings.delete(running);
    }
  }

  async function makeHls(video: StoredVideo, input: string): Promise<void> {
    const seconds = await requireSeconds(video, input);
    if (!ffmpeg) return;
    const folder = videos.fileOf(video, "hls");
    await mkdir(folder, { recursive: true });
    const onPercent = (percent: number) => setProgress(video, percent);
    try {
      await encoding(video, () => encodeHls(ffmpeg, { input, folder, seconds, onPercent }));
    } catch (failure) {
      if (!videos.exists(video) || closed) throw new Gone();
      throw new Unplayable("ERR_MALFORMED_VIDEO", String(failure));
    }
    videos.change(video, { hls: true });
  }

  async function requireSeconds(video: StoredVideo, input: string): Promise<number> {
    const type = await fileTypeFromFile(input);
    if (!type?.mime.startsWith("video/")) throw new Unplayable("ERR_NON_VIDEO", "The upload is not a video.");
    if (!ffmpeg) return -1;
    const seconds = await probeSeconds(ffmpeg, input).catch(() => {
      throw new Unplayable("ERR_MALFORMED_VIDEO", "The video was deemed to be corrupted or malformed.");
    });
    videos.change(video, { duration: seconds });
    if (seconds < 0.1)
      throw new Unplayable("ERR_DURATION_TOO_SHORT", "The video is shorter than 0.1 seconds.");
    if (seconds > (video.maxDurationSeconds ?? Number.POSITIVE_INFINITY)) {
      throw new Unplayable("ERR_DURATION_EXCEED_CONSTRAINT", "The video is longer than the upload allowed.");
    }
    return seconds;
  }

  function setProgress(video: StoredVideo, percent: number): void {
    videos.change(video, { status: { state: "inprogress", pctComplete: percent.toFixed(6) } });
  }

  async function encode(video: StoredVideo): Promise<void> {
    try {
      videos.change(video, { status: { state: "queued" } });
      await pass(video, "queued");
      setProgress(video, hold?.where === "inprogress" ? hold.percent : 0);
      await pass(video, "inprogress");
      await makeHls(video, videos.fileOf(video, "upload"));
      // Cloudflare sometimes reports less than 100 for a video that is ready.
      videos.change(video, { status: { state: "ready", pctComplete: "99.000000" } });
    } catch (failure) {
      if (failure instanceof Gone || !videos.exists(video)) return;
      const code = failure instanceof Unplayable ? failure.code : "ERR_UNKNOWN";
      const text = failure instanceof Error ? failure.message : String(failure);
      const status = { state: "error", pctComplete: "0", errorReasonCode: code, errorReasonText: text };
      videos.change(video, { status });
    }
    await onFinished(video);
  }

  async function makeDownload(video: StoredVideo, kind: DownloadKind): Promise<void> {
    const { name } = downloadFiles[kind];
    const draft = videos.fileOf(video, `draft-${name}`);
    try {
      await pass(video, kind);
      if (downloadsFail) throw new Error("fails as planned");
      const playlist = join(videos.fileOf(video, "hls"), "rendition.m3u8");
      const joined = kind === "mp4" ? joinMp4 : joinSound;
      if (ffmpeg && video.hls) await encoding(video, () => joined(ffmpeg, playlist, draft));
      else await copyFile(videos.fileOf(video, "upload"), draft);
      await rename(draft, videos.fileOf(video, name));
      videos.change(video, { [kind]: { status: "ready", percentComplete: 100 } });
    } catch (failure) {
      if (failure instanceof Gone || !videos.exists(video)) return;
      videos.change(video, { [kind]: { status: "error", percentComplete: 0 } });
    }
  }

  async function makeCaptions(video: StoredVideo, language: string): Promise<void> {
    const note = (status: "inprogress" | "ready" | "error") =>
      videos.change(video, { captions: { ...video.captions, [language]: status } });
    note("inprogress");
    try {
      await pass(video, "captions");
      note(captionsFail ? "error" : "ready");
    } catch (failure) {
      if (!(failure instanceof Gone)) throw failure;
    }
  }

  async function makeClip(
    video: StoredVideo,
    { whole, start, seconds }: { whole: StoredVideo; start: number; seconds: number },
  ): Promise<void> {
    const [from, to] = [videos.fileOf(whole, "upload"), videos.fileOf(video, "upload")];
    try {
      if (ffmpeg) await encoding(video, () => cutClip(ffmpeg, { from, to, start, seconds }));
      else await copyFile(from, to);
    } catch {
      const text = "The clip could not be made.";
      const status = { state: "error", errorReasonCode: "ERR_UNKNOWN", errorReasonText: text };
      videos.change(video, { status });
      return;
    }
    await encode(video);
  }

  function start(video: StoredVideo, doing: Promise<void>): void {
    work.set(doing, video.uid);
    void doing.finally(() => work.delete(doing));
  }

  return {
    encode: (video: StoredVideo) => start(video, encode(video)),
    makeClip(video: StoredVideo, part: { whole: StoredVideo; start: number; seconds: number }): void {
      videos.change(video, { status: { state: "queued" } });
      start(video, makeClip(video, part));
    },
    /** Once for each video: asked again, it is the same one. */
    makeDownload(video: StoredVideo, kind: DownloadKind): void {
      const { status = "error" } = video[kind] ?? {};
      if (status !== "error") return;
      videos.change(video, { [kind]: { status: "inprogress", percentComplete: 0 } });
      start(video, makeDownload(video, kind));
    },
    makeCaptions: (video: StoredVideo, language: string) => start(video, makeCaptions(video, language)),
    failCaptions(fails: boolean): void {
      captionsFail = fails;
    },
    failDownloads(fails: boolean): void {
      downloadsFail = fails;
    },
    async drop(video: StoredVideo): Promise<void> {
      const mine = [...work].filter(([, uid]) => uid === video.uid).map(([doing]) => doing);
      for (const { uid, made } of encodings) if (uid === video.uid) made.stop();
      for (const go of held) go();
      held.clear();
      await Promise.all(mine);
    },
    hold(where: Holdable, percent: number): void {
      release();
      hold = { where, percent };
    },
    release,
    async settled(): Promise<void> {
      while (work.size > 0) await Promise.all(work.keys());
    },
    async close(): Promise<void> {
      closed = true;
      release();
      for (const { made } of encodings) made.stop();
      await Promise.allSettled(work.keys());
    },
  };
}

/** The video was deleted, or the server stops. */
class Gone extends Error {}
