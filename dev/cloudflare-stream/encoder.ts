import { copyFile, mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { fileTypeFromFile } from "file-type";
import { cutClip, type Encoding, encodeHls, joinPieces, probeSeconds } from "./ffmpeg";
import { type DownloadKind, downloadFiles, type StoredVideo, type Videos } from "./videos";

/** Where a video can be made to stop: in a state, or on the way to its MP4, its sound or its captions. */
export const holdable = ["queued", "inprogress", "mp4", "m4a", "captions"] as const;
type Holdable = (typeof holdable)[number];

interface EncoderOptions {
  videos: Videos;
  ffmpeg: string | undefined;
  /** Once for each video that is ready or has failed. */
  onFinished(video: StoredVideo): Promise<void>;
}

/** Of a ready video, from the second `start`. */
interface Part {
  whole: StoredVideo;
  start: number;
  seconds: number;
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

export type Encoder = ReturnType<typeof createEncoder>;

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
      if (ffmpeg && video.hls)
        await encoding(video, () => joinPieces(ffmpeg, { playlist, output: draft, kind }));
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

  async function makeClip(video: StoredVideo, { whole, start, seconds }: Part): Promise<void> {
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
    makeClip(video: StoredVideo, part: Part): void {
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
    /** MP4s and sounds fail from now on, or no more. */
    failDownloads(fails: boolean): void {
      downloadsFail = fails;
    },
    async remove(video: StoredVideo): Promise<void> {
      videos.remove(video);
      const mine = [...work].filter(([, uid]) => uid === video.uid).map(([doing]) => doing);
      for (const { uid, made } of encodings) if (uid === video.uid) made.stop();
      for (const go of held) go();
      held.clear();
      await Promise.all(mine);
      // What an encoder wrote while it was being stopped.
      videos.remove(video);
    },
    hold(where: Holdable, percent = 0): void {
      release();
      hold = { where, percent };
    },
    release,
    /** No video is being encoded, announced, captioned or made for downloading; never resolves while one is held. */
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
