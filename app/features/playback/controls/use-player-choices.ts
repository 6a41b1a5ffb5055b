import { useCallback, useEffect, useState } from "react";
import { isRate, type PlayerChoices, readChoices, storeChoices } from "./player-choices";

/** Returns the `TextTrack`s of captions, without those of other kinds. */
export function listCaptionTracks(video: HTMLVideoElement): TextTrack[] {
  return [...video.textTracks].filter(({ kind }) => kind === "captions" || kind === "subtitles");
}

/** Shows the captions of one language; an empty one shows none. Others stay loaded as they are. */
export function showCaptions(video: HTMLVideoElement, language: string): void {
  for (const track of listCaptionTracks(video)) {
    if (track.language === language) track.mode = "showing";
    else if (track.mode === "showing") track.mode = "hidden";
  }
}

const shownLanguage = (video: HTMLVideoElement) =>
  listCaptionTracks(video).find(({ mode }) => mode === "showing")?.language ?? "";

/**
 * Applies to a player what the person has chosen in this browser, and remembers what they change, in the page's
 * controls and in the browser's own. Returns the present choices, undefined without a player, and the function that
 * changes some of them.
 */
export function usePlayerChoices(video: HTMLVideoElement | undefined) {
  const [choices, setChoices] = useState<PlayerChoices>();
  const change = useCallback((changes: Partial<PlayerChoices>) => {
    storeChoices(changes);
    setChoices((before) => before && { ...before, ...changes });
  }, []);

  useEffect(() => {
    if (!video) return;
    const chosen = readChoices();
    // Also the default: loading another source returns to it.
    video.defaultPlaybackRate = chosen.rate;
    video.playbackRate = chosen.rate;
    video.volume = chosen.volume;
    video.muted = chosen.muted;
    if (chosen.captions) showCaptions(video, chosen.captions);
    setChoices({ ...chosen, captions: shownLanguage(video) });

    const changeRate = () => {
      const rate = video.playbackRate;
      if (!isRate(rate)) return;
      video.defaultPlaybackRate = rate;
      change({ rate });
    };
    const changeVolume = () => change({ volume: video.volume, muted: video.muted });
    const changeCaptions = () => change({ captions: shownLanguage(video) });
    video.addEventListener("ratechange", changeRate);
    video.addEventListener("volumechange", changeVolume);
    video.textTracks.addEventListener("change", changeCaptions);
    return () => {
      video.removeEventListener("ratechange", changeRate);
      video.removeEventListener("volumechange", changeVolume);
      video.textTracks.removeEventListener("change", changeCaptions);
    };
  }, [video, change]);

  return { choices, change };
}
