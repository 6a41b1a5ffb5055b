import type { CaptionTrack } from "~/features/videos/captions/caption-languages";

/** The captions of a video in its player, for the browser's own menu. */
export function CaptionTracks({ videoId, captions }: { videoId: string; captions: readonly CaptionTrack[] }) {
  return captions.map(({ language, name, asSpoken }) => (
    <track
      key={language}
      kind={asSpoken ? "captions" : "subtitles"}
      src={`/watch/${videoId}/captions/${language}.vtt`}
      srcLang={language}
      label={name}
    />
  ));
}
