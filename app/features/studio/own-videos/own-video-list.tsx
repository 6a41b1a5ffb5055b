import { VideoGrid } from "~/features/videos/pictures/video-grid";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { OwnVideoCard } from "./own-video-card";
import type { OwnVideo } from "./show-own-videos.server";

interface OwnVideoListProps {
  videos: readonly OwnVideo[];
  appUrl: string;
  proofNeeded: boolean;
}

/** A creator's videos, or a link to the first upload. */
export function OwnVideoList({ videos, appUrl, proofNeeded }: OwnVideoListProps) {
  const t = useText();
  const linkTo = useLinkTo();
  if (videos.length === 0)
    return (
      <EmptyState
        title={t("creator.noVideos")}
        description={t("creator.noVideosHint")}
        action={<ButtonLink {...linkTo("/creator/upload")}>{t("creator.firstVideo")}</ButtonLink>}
      />
    );
  return (
    <VideoGrid>
      {videos.map((video) => (
        <li key={video.id}>
          <OwnVideoCard video={video} appUrl={appUrl} proofNeeded={proofNeeded} />
        </li>
      ))}
    </VideoGrid>
  );
}
