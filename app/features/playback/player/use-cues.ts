import { useEffect, useState } from "react";
import type { Cue } from "~/features/videos/lesson-files/caption-files";

export function useCues(
  video: HTMLVideoElement | undefined,
  language: string,
): { cues?: Cue[]; failed?: boolean } {
  const [loaded, setLoaded] = useState<{ language: string; cues?: Cue[]; failed?: boolean }>();
  useEffect(() => {
    const track = [...(video?.querySelectorAll("track") ?? [])].find(({ srclang }) => srclang === language);
    if (!track) return;
    let over = false;
    loadCues(track).then(
      (cues) => over || setLoaded({ language, cues }),
      () => over || setLoaded({ language, failed: true }),
    );
    return () => {
      over = true;
    };
  }, [video, language]);
  return loaded?.language === language ? loaded : {};
}

export function usePresentCue(video: HTMLVideoElement | undefined, cues: readonly Cue[]): number {
  const [present, setPresent] = useState(-1);
  useEffect(() => {
    if (!video) return;
    const look = () => setPresent(findPresentCue(cues, video.currentTime * 1_000));
    look();
    video.addEventListener("timeupdate", look);
    video.addEventListener("seeking", look);
    return () => {
      video.removeEventListener("timeupdate", look);
      video.removeEventListener("seeking", look);
    };
  }, [video, cues]);
  return present;
}

/** As plain text, without showing them. Rejects when the file does not load. */
function loadCues(element: HTMLTrackElement): Promise<Cue[]> {
  const { track } = element;
  // A disabled track is not loaded.
  if (track.mode === "disabled") track.mode = "hidden";
  return new Promise((resolve, reject) => {
    const end = () => {
      if (element.readyState === HTMLTrackElement.LOADED) resolve([...(track.cues ?? [])].map(toCue));
      else reject(new Error("the captions did not load"));
    };
    if (element.readyState >= HTMLTrackElement.LOADED) return end();
    element.addEventListener("load", end, { once: true });
    element.addEventListener("error", end, { once: true });
  });
}

function toCue(cue: TextTrackCue): Cue {
  const text = cue instanceof VTTCue ? (cue.getCueAsHTML().textContent ?? "") : "";
  return { from: Math.round(cue.startTime * 1_000), to: Math.round(cue.endTime * 1_000), text };
}

/** The last cue that has begun at a time in milliseconds, which is shown as the present one; -1 before the first. */
export function findPresentCue(cues: readonly { from: number }[], at: number): number {
  let [low, high] = [0, cues.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cues[middle]?.from ?? Infinity) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
