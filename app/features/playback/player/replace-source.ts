export interface PlayedTo {
  seconds: number;
  playing: boolean;
}

/**
 * Plays another link of the same video at the same position, speed and state, under the last picture. Resolves once the
 * new picture is visible; rejects when the link does not play.
 */
export async function replaceSource(video: HTMLVideoElement, src: string, at: PlayedTo): Promise<void> {
  const { playbackRate } = video;
  const still = holdPicture(video);
  try {
    await new Promise<void>((resolve, reject) => {
      video.addEventListener("loadeddata", () => resolve(), { once: true });
      video.addEventListener("error", () => reject(video.error ?? new Error("no source")), { once: true });
      // The poster would flash between the two pictures.
      video.removeAttribute("poster");
      video.src = startingAt(src, at.seconds);
      video.playbackRate = playbackRate;
    });
    if (Math.abs(video.currentTime - at.seconds) > 0.01) await wind(video, at.seconds);
    video.playbackRate = playbackRate;
    // A browser that requires a click first leaves the video paused.
    if (at.playing) await video.play().catch(() => undefined);
  } finally {
    still?.remove();
  }
}

function wind(video: HTMLVideoElement, seconds: number): Promise<void> {
  return new Promise((resolve) => {
    video.addEventListener("seeked", () => resolve(), { once: true });
    video.currentTime = seconds;
  });
}

/** The controls stay usable. */
function holdPicture(video: HTMLVideoElement): HTMLCanvasElement | undefined {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined;
  const still = document.createElement("canvas");
  still.width = video.videoWidth;
  still.height = video.videoHeight;
  still.className =
    "pointer-events-none absolute inset-0 size-full rounded-[inherit] bg-black object-contain";
  still.setAttribute("aria-hidden", "true");
  still.getContext("2d")?.drawImage(video, 0, 0);
  video.after(still);
  return still;
}

/** W3C Media Fragments, which work without script. */
export function startingAt(src: string, seconds: number): string {
  return seconds > 0 ? `${src}#t=${seconds}` : src;
}
