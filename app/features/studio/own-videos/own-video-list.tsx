import { ShareLinks, SharePage } from "~/features/shop/sales-page/share-page";
import { videoPath } from "~/features/videos/listing/video-address";
import { ConversionNote, LadderNote } from "~/features/videos/media/conversion-notice";
import type { OwnVideoState } from "~/features/videos/media/stream-status";
import { formatCount } from "~/features/videos/pictures/rating-mark";
import { VideoCard } from "~/features/videos/pictures/video-card";
import { VideoGrid } from "~/features/videos/pictures/video-grid";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icons";
import { Notice } from "~/ui/notice";
import { DeleteForm, DeleteQuestion } from "./delete-form";
import type { OwnVideo, Selling } from "./show-own-videos.server";

interface OwnVideoListProps {
  videos: readonly OwnVideo[];
  appUrl: string;
  proofNeeded: boolean;
}

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

/** A video that is being encoded or is suspended has no public page. */
function addressOf({ id, state }: { id: string; state: OwnVideoState }): string | null {
  if (state.step === "failed") return null;
  if (state.step === "unpublished") return `/creator/videos/${id}/edit`;
  return state.step === "shown" ? `/videos/${id}` : `/watch/${id}`;
}

function isPublished({ step }: OwnVideoState): boolean {
  return step === "shown" || step === "suspended" || step === "unreadable";
}

const missingThumbnailTexts = {
  trying: "videos.thumbnailTrying",
  gaveUp: "videos.thumbnailGaveUp",
} as const;

function OwnVideoCard({
  video,
  appUrl,
  proofNeeded,
}: {
  video: OwnVideo;
  appUrl: string;
  proofNeeded: boolean;
}) {
  const locale = useLocale();
  const t = useText();
  const linkTo = useLinkTo();
  const editText = video.state.step === "unpublished" ? "uploads.continue" : "creator.edit";
  return (
    <VideoCard
      video={video}
      to={addressOf(video)}
      badge={<OwnVideoBadge state={video.state} />}
      note={
        <>
          <OwnVideoNote state={video.state} />
          {video.state.step === "shown" && <SellingNote selling={video.selling} />}
          {isPublished(video.state) && video.sales_count + video.views > 0 && (
            <p className="mt-2 flex flex-wrap gap-x-3 text-sm font-semibold tabular-nums">
              {video.sales_count > 0 && (
                <span>{t("creator.soldTimes", { count: formatCount(video.sales_count, locale) })}</span>
              )}
              <span>{t("creator.viewedTimes", { count: formatCount(video.views, locale) })}</span>
            </p>
          )}
          {video.state.step === "shown" && video.selling !== "inCourses" && (
            // Above the link that covers the card.
            <div className="relative mt-1">
              <SharePage
                appUrl={appUrl}
                path={`/videos/${video.id}`}
                title={video.title}
                label={t("sharing.shareOf", { title: video.title })}
              />
            </div>
          )}
          {video.missingThumbnail && (
            <p className="mt-3 flex items-start gap-1.5 text-sm text-ink-soft">
              <Icon name="alert" className="mt-0.5 size-4" />
              {t(missingThumbnailTexts[video.missingThumbnail])}
            </p>
          )}
          {isPublished(video.state) && video.state.step !== "unreadable" && (
            <ConversionNote conversion={video.conversion} />
          )}
          {isPublished(video.state) && <LadderNote failure={video.ladderFailure} />}
        </>
      }
    >
      {(isPublished(video.state) || video.state.step === "unpublished") && (
        <ButtonLink
          {...linkTo(`/creator/videos/${video.id}/edit`)}
          variant="secondary"
          size="small"
          aria-label={`${t(editText)}: ${video.title}`}
        >
          <Icon name="pencil" />
          {t(editText)}
        </ButtonLink>
      )}
      <ConfirmDialog
        trigger={<Icon name="trash" />}
        triggerVariant="quiet"
        triggerSize="small"
        triggerClassName="-mr-4"
        triggerLabel={`${t("creator.delete")}: ${video.title}`}
        fallbackTo={linkTo(`/creator/videos/${video.id}/delete`).to}
        title={t("creator.deleteTitle")}
        description={<DeleteQuestion {...video} />}
        cancelLabel={t("common.cancel")}
      >
        <DeleteForm videoId={video.id} proofNeeded={proofNeeded} />
      </ConfirmDialog>
    </VideoCard>
  );
}

function OwnVideoBadge({ state }: { state: OwnVideoState }) {
  const t = useText();
  if (state.step === "shown") return null;
  if (state.step === "unpublished")
    return (
      <Badge tone="neutral" className="absolute top-3 left-3 shadow-card">
        {t(state.released ? "uploads.released" : "uploads.unpublished")}
      </Badge>
    );
  if (state.step === "suspended" || state.step === "unreadable") {
    return (
      <Badge tone="danger" className="absolute top-3 left-3 shadow-card">
        <Icon name="alert" className="size-4" />
        {t(`creator.${state.step}`)}
      </Badge>
    );
  }
  const failed = state.step === "failed";
  const percent = failed ? null : state.percent;
  return (
    <Badge tone={failed ? "danger" : "info"} className="absolute top-3 left-3 shadow-card tabular-nums">
      <Icon name={failed ? "alert" : "clock"} className="size-4" />
      {failed
        ? t("creator.streamFailed")
        : percent === null
          ? t("creator.streamProcessing")
          : t("creator.streamPercent", { percent })}
    </Badge>
  );
}

function OwnVideoNote({ state }: { state: OwnVideoState }) {
  const t = useText();
  if (state.step === "shown" || state.step === "unpublished") return null;
  if (state.step === "processing") {
    return <p className="mt-3 text-sm text-ink-soft">{t("creator.streamHint")}</p>;
  }
  if (state.step === "suspended" || state.step === "unreadable") {
    return (
      <Notice tone="danger" className="mt-3 text-sm">
        {t(`creator.${state.step}Text`)}
      </Notice>
    );
  }
  return (
    <Notice tone="danger" className="mt-3 text-sm break-words">
      {state.cause === "refused" && t("creator.streamReason", { reason: state.reason })}
      {state.cause === "gone" && t("creator.streamGone")}
      {state.cause === "notSent" && t("creator.streamNotSent")}
    </Notice>
  );
}

function SellingNote({ selling }: { selling: Selling }) {
  const t = useText();
  if (selling === "alone") return null;
  return (
    <p className="mt-2 text-sm text-ink-soft">
      {selling === "inCourses" ? (
        <Badge tone="neutral">{t("courses.onlyInCourses")}</Badge>
      ) : (
        t("creator.sellingAgain")
      )}
    </p>
  );
}

export function OnAirPanel({ appUrl, video }: { appUrl: string; video: { id: string; title: string } }) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <section aria-labelledby="on-air" className="mb-8 rounded-panel bg-success-soft p-5 sm:p-7">
      <div className="grid items-center gap-x-10 gap-y-4 lg:grid-cols-2">
        <div className="text-on-success-soft">
          <h2 id="on-air" className="text-2xl">
            {t("creator.onAir")}
          </h2>
          <p className="mt-1">{t("creator.onAirText")}</p>
          <ButtonLink {...linkTo(`/creator/videos/${video.id}/share`)} variant="yours" className="mt-4">
            <Icon name="qr" />
            {t("shareVideo.toPage")}
          </ButtonLink>
        </div>
        <ShareLinks appUrl={appUrl} path={videoPath(video)} title={video.title} />
      </div>
    </section>
  );
}
