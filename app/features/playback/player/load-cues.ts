import type { Cue } from "~/features/videos/captions/cue";

/** Loads the cues of a `<track>`, as plain text, without showing them. Rejects when the file does not load. */
export function loadCues(element: HTMLTrackElement): Promise<Cue[]> {
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
