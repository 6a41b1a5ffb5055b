const parts = [0.12, 0.3, 0.48, 0.66, 0.84];

/** In seconds; none for a video without a length. */
export function pickMoments(seconds: number): number[] {
  if (!Number.isFinite(seconds) || seconds <= 0) return [];
  return parts.map((part) => Math.round(seconds * part * 10) / 10);
}

/** In milliseconds: a browser may never report a frame that it cannot decode. */
const patience = 10_000;

/** In seconds. Rejects if the browser cannot play it. */
async function readDuration(video: HTMLVideoElement): Promise<number> {
  await waitFor(video, "loadedmetadata", () => video.readyState >= 1);
  // A file with sound alone has no picture.
  if (video.videoWidth === 0) throw new Error("no picture");
  return video.duration;
}

/** Rejects if the moment cannot be decoded. */
async function seekTo(video: HTMLVideoElement, seconds: number): Promise<void> {
  video.currentTime = seconds;
  await waitFor(video, "seeked", () => !video.seeking && video.readyState >= 2);
}

function waitFor(video: HTMLVideoElement, event: string, isDone: () => boolean): Promise<void> {
  if (isDone()) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(patience);
    const fail = () => reject(new Error("the browser cannot play this file"));
    signal.addEventListener("abort", fail, { once: true });
    video.addEventListener("error", fail, { once: true, signal });
    video.addEventListener(event, () => resolve(), { once: true, signal });
  });
}

/** Cut to 16:9 at the sides or at top and bottom. `width`: in pixels. */
function drawFrame(video: HTMLVideoElement, canvas: HTMLCanvasElement, width = 320): HTMLCanvasElement {
  canvas.width = width;
  canvas.height = Math.round((width * 9) / 16);
  const { videoWidth, videoHeight } = video;
  const part = fitInto(videoWidth, videoHeight);
  canvas
    .getContext("2d")
    ?.drawImage(video, part.x, part.y, part.width, part.height, 0, 0, canvas.width, canvas.height);
  return canvas;
}

export function fitInto(width: number, height: number): Record<"x" | "y" | "width" | "height", number> {
  const isWide = width * 9 > height * 16;
  const part = isWide ? { width: (height * 16) / 9, height } : { width, height: (width * 9) / 16 };
  return { ...part, x: (width - part.width) / 2, y: (height - part.height) / 2 };
}

/** `brightness`: 0 to 255. `sharpness`: the variance of its edges. */
interface FrameLook {
  brightness: number;
  sharpness: number;
}

/** Brightness under which a frame counts as black. */
const black = 24;

/** Returns the number of the sharpest frame that is not black; of black ones the sharpest; -1 of none. */
export function pickBest(frames: readonly FrameLook[]): number {
  const score = ({ brightness, sharpness }: FrameLook) => (brightness < black ? sharpness - 1e9 : sharpness);
  return frames.reduce((best, frame, index) => {
    const leader = frames[best];
    return leader === undefined || score(frame) > score(leader) ? index : best;
  }, -1);
}

export function measureLook({ data, width, height }: ImageData): FrameLook {
  const grey = (x: number, y: number) => {
    const at = (y * width + x) * 4;
    return (data[at] ?? 0) * 0.3 + (data[at + 1] ?? 0) * 0.59 + (data[at + 2] ?? 0) * 0.11;
  };
  let light = 0;
  let sum = 0;
  let squares = 0;
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const edge = 4 * grey(x, y) - grey(x - 1, y) - grey(x + 1, y) - grey(x, y - 1) - grey(x, y + 1);
      light += grey(x, y);
      sum += edge;
      squares += edge * edge;
    }
  const count = Math.max(1, (width - 2) * (height - 2));
  return { brightness: light / count, sharpness: squares / count - (sum / count) ** 2 };
}

const sentWidth = 960;
const measuredWidth = 160;

/** Returns none if the browser cannot play the file. `best`: the number of the one to choose. */
export async function readFrames(file: File): Promise<{ frames: File[]; best: number }> {
  const video = document.createElement("video");
  video.muted = true;
  video.playsInline = true;
  video.preload = "auto";
  const address = URL.createObjectURL(file);
  const frames: File[] = [];
  const looks: FrameLook[] = [];
  try {
    video.src = address;
    for (const moment of pickMoments(await readDuration(video))) {
      await seekTo(video, moment);
      const canvas = drawFrame(video, document.createElement("canvas"), sentWidth);
      const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", 0.85));
      const small = drawFrame(video, document.createElement("canvas"), measuredWidth);
      const pixels = small.getContext("2d")?.getImageData(0, 0, small.width, small.height);
      if (!picture || !pixels) continue;
      frames.push(new File([picture], `capa-${Math.round(moment)}s.jpg`, { type: "image/jpeg" }));
      looks.push(measureLook(pixels));
    }
  } catch {
    // What could be read is offered.
  } finally {
    video.removeAttribute("src");
    video.load();
    URL.revokeObjectURL(address);
  }
  return { frames, best: pickBest(looks) };
}

/** A moment of the video, in seconds. */
const framePattern = /_capa-(\d+)s\.webp$/;

export function frameSecond(url: string): number | undefined {
  const second = framePattern.exec(url)?.[1];
  return second === undefined ? undefined : Number(second);
}
