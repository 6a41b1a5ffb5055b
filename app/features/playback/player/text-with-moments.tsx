import { Fragment } from "react";
import { MomentLink } from "~/features/playback/controls/moment-link";
import { splitAtTimestamps } from "~/features/videos/chapters/chapters";

interface TextWithMomentsProps {
  videoId: string;
  text: string;
  /** Length of the video; null while unknown. */
  seconds: number | null;
}

/** A text of the creator whose timestamps are links into the video. */
export function TextWithMoments({ videoId, text, seconds: length }: TextWithMomentsProps) {
  return splitAtTimestamps(text, length ?? undefined).map(({ text: part, seconds }, index) => {
    const key = `${index}`;
    if (seconds === undefined) return <Fragment key={key}>{part}</Fragment>;
    return (
      <MomentLink key={key} videoId={videoId} seconds={seconds}>
        {part}
      </MomentLink>
    );
  });
}
