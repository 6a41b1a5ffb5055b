import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { hasRecentProof, requireProof } from "~/features/accounts/proof/recent-proof.server";
import { parseId } from "~/features/base/form-fields/record-id";
import { SharePage } from "~/features/shop/sales-page/share-page";
import { countDrafts } from "~/features/studio/drafts/drafts.queries.server";
import { DeleteForm, DeleteQuestion } from "~/features/studio/own-videos/delete-form";
import { type Deleted, deleteVideo } from "~/features/studio/own-videos/delete-video.server";
import { OnAirPanel } from "~/features/studio/own-videos/on-air-panel";
import { OwnVideoBadge, OwnVideoNote, SellingNote } from "~/features/studio/own-videos/own-video-status";
import { listOwnVideos } from "~/features/studio/own-videos/own-videos.queries.server";
import { findPublishedNow } from "~/features/studio/own-videos/published-now";
import { decideSelling } from "~/features/studio/own-videos/selling";
import { formatCount } from "~/features/videos/cards/rating-average";
import { VideoCard } from "~/features/videos/cards/video-card";
import { VideoGrid } from "~/features/videos/cards/video-grid";
import { isMoving } from "~/features/videos/conversion/conversion";
import { ConversionNote } from "~/features/videos/conversion/conversion-notice";
import { refreshMs, useRefreshWhile } from "~/features/videos/conversion/use-refresh-while";
import { LadderNote } from "~/features/videos/ladder/ladder-notice";
import { decideOwnVideoState, type OwnVideoState } from "~/features/videos/streaming/own-video-state";
import { decideMissingThumbnail } from "~/features/videos/thumbnails/missing-thumbnail";
import { creatorTitle } from "~/i18n/creator-titles";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { readForm } from "~/platform/forms/forms.server";
import { parseCursor } from "~/platform/keyset";
import { goTo } from "~/platform/responses.server";
import type { Flash } from "~/platform/session/flash.server";
import { requireCreator } from "~/server/guards.server";
import { ButtonLink } from "~/ui/button";
import { ConfirmDialog } from "~/ui/dialog";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icons";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-frame/page-header";
import { TextLink } from "~/ui/text-link";

export const meta: MetaFunction = (page) => creatorTitle(page, "myVideos");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const after = parseCursor(new URL(request.url).searchParams.get("after"));
  const { db } = context.services;
  const [page, drafts] = await Promise.all([
    listOwnVideos(db, { creatorId: userId, after }),
    countDrafts(db, userId),
  ]);
  const now = context.services.clock();
  const message = await context.services.flashCookie.read(request);
  return {
    appUrl: context.services.env.APP_URL,
    proofNeeded: !(await hasRecentProof(context, request)),
    next: page.next,
    drafts,
    publishedNow: findPublishedNow(message, page.rows),
    videos: page.rows.map((row) => {
      const { id, title, description, price_cents, currency, thumbnail_url, sold, awaited } = row;
      const card = { id, title, description, price_cents, currency, thumbnail_url, sold, awaited };
      const { duration_seconds, sales_count, review_count, rating_total, views } = row;
      const figures = { duration_seconds, sales_count, review_count, rating_total, views };
      return {
        ...card,
        ...figures,
        state: decideOwnVideoState(row),
        soldByIt: row.sold_by_it,
        selling: decideSelling(row),
        conversion: row.conversion,
        ladderFailure: row.ladder_failure,
        missingThumbnail: decideMissingThumbnail(row, now),
      };
    }),
  };
}

/** product.md, Messages. */
const deleteFailed = { tone: "error", title: "creator.failed", description: "videos.deleteFailed" } as const;

export async function action({ request, context }: ActionFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const fields = await readForm(request);
  const videoId = fields.intent === "delete" ? parseId(fields.videoId) : undefined;
  if (!videoId) throw new Response(null, { status: 400 });
  const proof = await requireProof(context, request, { action: "deleteVideo", fields });
  if (!proof.ok) {
    // The dialog is closed by now: the page of the deletion asks for the password.
    const flash = { tone: "error", title: proof.problem.errors.password ?? "accounts.proofMissing" } as const;
    return goTo(`/creator/videos/${videoId}/delete`, { request, context, flash });
  }
  try {
    const deleted = await deleteVideo(context.services, { creatorId: userId, videoId });
    return goTo("/creator/videos", { request, context, flash: flashOf(deleted) });
  } catch (error) {
    context.log.error({ err: error, videoId }, "video could not be deleted");
    return goTo("/creator/videos", { request, context, flash: deleteFailed });
  }
}

function flashOf(deleted: Deleted): Flash {
  if (!deleted.ok) return deleteFailed;
  return {
    tone: "success",
    title: "videos.deleted",
    ...(deleted.fileLeft ? { description: "creator.deletedFileLeft" } : {}),
  };
}

/** A video that is being encoded or is suspended has no public page. */
function addressOf({ id, state }: { id: string; state: OwnVideoState }): string | null {
  if (state.step === "failed") return null;
  return state.step === "shown" ? `/videos/${id}` : `/watch/${id}`;
}

function isPublished({ step }: OwnVideoState): boolean {
  return step === "shown" || step === "suspended";
}

const missingThumbnailTexts = {
  trying: "videos.thumbnailTrying",
  gaveUp: "videos.thumbnailGaveUp",
} as const;

export default function MyVideos() {
  const { proofNeeded, appUrl, videos, publishedNow, next, drafts } = useLoaderData<typeof loader>();
  const locale = useLocale();
  const t = useText();
  const linkTo = useLinkTo();
  // The message is read once: the panel stays while the list is read again.
  const [onAirId] = useState(publishedNow);
  const onAir = videos.find(({ id, state }) => id === onAirId && state.step === "shown");
  const converting = videos.some(({ conversion }) => isMoving(conversion));
  const beingPrepared = videos.some(({ state }) => state.step === "processing");
  useRefreshWhile(converting || beingPrepared, converting ? refreshMs.conversion : refreshMs.stream);
  return (
    <>
      <PageHeader
        title={t("creator.myVideos")}
        description={t("creator.myVideosText")}
        actions={
          <div className="flex flex-wrap gap-3">
            <ButtonLink {...linkTo("/creator/courses")} variant="secondary">
              {t("courses.title")}
            </ButtonLink>
            <ButtonLink {...linkTo("/creator/coupons")} variant="secondary">
              {t("coupons.title")}
            </ButtonLink>
            <ButtonLink {...linkTo("/creator/upload")}>
              <Icon name="upload" />
              {t("creator.upload")}
            </ButtonLink>
          </div>
        }
        className="mb-8"
      />
      {drafts > 0 && (
        <Notice className="mb-8">
          {drafts === 1 ? t("drafts.waitingOne") : t("drafts.waiting", { count: drafts })}{" "}
          <TextLink {...linkTo("/creator/upload")}>{t("drafts.openList")}</TextLink>
        </Notice>
      )}
      {onAir && <OnAirPanel appUrl={appUrl} video={onAir} />}
      {videos.length === 0 ? (
        <EmptyState
          title={t("creator.noVideos")}
          description={t("creator.noVideosHint")}
          action={<ButtonLink {...linkTo("/creator/upload")}>{t("creator.firstVideo")}</ButtonLink>}
        />
      ) : (
        <VideoGrid>
          {videos.map((video) => (
            <li key={video.id}>
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
                        <span>
                          {t("creator.soldTimes", { count: formatCount(video.sales_count, locale) })}
                        </span>
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
                    {isPublished(video.state) && <ConversionNote conversion={video.conversion} />}
                    {isPublished(video.state) && <LadderNote failure={video.ladderFailure} />}
                  </>
                }
              >
                {isPublished(video.state) && (
                  <ButtonLink
                    {...linkTo(`/creator/videos/${video.id}/edit`)}
                    variant="secondary"
                    size="small"
                    aria-label={`${t("creator.edit")}: ${video.title}`}
                  >
                    <Icon name="pencil" />
                    {t("creator.edit")}
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
            </li>
          ))}
        </VideoGrid>
      )}
      {next && (
        <div className="mt-10 flex justify-center">
          <ButtonLink {...linkTo(`/creator/videos?after=${next}`)} variant="secondary">
            {t("creator.more")}
          </ButtonLink>
        </div>
      )}
    </>
  );
}
