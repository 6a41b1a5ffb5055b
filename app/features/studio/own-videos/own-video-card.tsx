import { SharePage } from "~/features/shop/sales-page/share-page";
import { ConversionNote, LadderNote } from "~/features/videos/media/conversion-notice";
import type { OwnVideoState } from "~/features/videos/media/stream-status";
import { formatCount } from "~/features/videos/pictures/rating-average";
import { VideoCard } from "~/features/videos/pictures/video-card";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog";
import { Icon } from "~/ui/icons";
import { DeleteForm, DeleteQuestion } from "./delete-form";
import { OwnVideoBadge, OwnVideoNote, SellingNote } from "./own-video-status";
import type { OwnVideo } from "./show-own-videos.server";

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

/**
 * A creator's video in their list: its state and figures, with the share panel, and the buttons to edit and to delete.
 * `proofNeeded`: whether the deletion asks for the password.
 */
export function OwnVideoCard({
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
          {isPublished(video.state) && (
            <p className="mt-2 flex flex-wrap gap-x-3 text-sm font-semibold tabular-nums">
              <span>{t("creator.soldTimes", { count: formatCount(video.sales_count, locale) })}</span>
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
