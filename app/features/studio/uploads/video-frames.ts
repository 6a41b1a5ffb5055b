/** Parts of a video at which its covers are taken: neither its first nor its last second. */
const parts = [0.05, 0.28, 0.52, 0.78];

/** Returns the moments of a video that are offered as covers, in seconds; none for one without a length. */
export function pickMoments(seconds: number): number[] {
  if (!Number.isFinite(seconds) || seconds <= 0) return [];
  return parts.map((part) => Math.round(seconds * part * 10) / 10);
}

/** Longest wait for a frame, in milliseconds: a browser may never report one that it cannot decode. */
const patience = 10_000;

/** Waits for the length of a video in seconds. Rejects where the browser cannot play it. */
export async function readDuration(video: HTMLVideoElement): Promise<number> {
  await waitFor(video, "loadedmetadata", () => video.readyState >= 1);
  // A file with sound alone has no picture.
  if (video.videoWidth === 0) throw new Error("no picture");
  return video.duration;
}

/** Shows a moment of a video. Rejects where it cannot be decoded. */
export async function seekTo(video: HTMLVideoElement, seconds: number): Promise<void> {
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

/**
 * Draws the frame that a video shows on a canvas of 16:9, cut at the sides or at top and bottom. `width`: of the
 * canvas, in pixels
 */
export function drawFrame(
  video: HTMLVideoElement,
  canvas: HTMLCanvasElement,
  width = 320,
): HTMLCanvasElement {
  canvas.width = width;
  canvas.height = Math.round((width * 9) / 16);
  const { videoWidth, videoHeight } = video;
  const part = fitInto(videoWidth, videoHeight);
  canvas
    .getContext("2d")
    ?.drawImage(video, part.x, part.y, part.width, part.height, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Returns the largest part of 16:9 in the middle of a picture. */
export function fitInto(width: number, height: number): Record<"x" | "y" | "width" | "height", number> {
  const isWide = width * 9 > height * 16;
  const part = isWide ? { width: (height * 16) / 9, height } : { width, height: (width * 9) / 16 };
  return { ...part, x: (width - part.width) / 2, y: (height - part.height) / 2 };
}
