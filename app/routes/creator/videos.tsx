import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { type Deleted, deleteVideo } from "~/features/studio/own-videos/delete-video.server";
import { OnAirPanel, OwnVideoList } from "~/features/studio/own-videos/own-video-list";
import { showOwnVideos } from "~/features/studio/own-videos/show-own-videos.server";
import { isUnpublished } from "~/features/studio/uploads/unpublished.queries.server";
import { isMoving } from "~/features/videos/media/conversion";
import { refreshMs, useRefreshWhile } from "~/features/videos/media/use-refresh-while";
import { creatorTitle } from "~/i18n/creator-titles";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { readForm } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import { parseCursor } from "~/platform/keyset";
import { goTo } from "~/platform/responses.server";
import type { Flash } from "~/platform/session/cookies.server";
import { requireCreator } from "~/server/guards.server";
import { hasRecentProof, requireProof } from "~/server/recent-proof.server";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icons";
import { PageHeader } from "~/ui/page-frame/page-header";

export const meta: MetaFunction = (page) => creatorTitle(page, "myVideos");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const { services } = context;
  const after = parseCursor(new URL(request.url).searchParams.get("after"));
  const message = await services.flashCookie.read(request);
  return {
    ...(await showOwnVideos(services, { creatorId: userId, after, message })),
    appUrl: services.env.APP_URL,
    proofNeeded: !(await hasRecentProof(context, request)),
  };
}

/** product.md, Messages. */
const deleteFailed = { tone: "error", title: "creator.failed", description: "videos.deleteFailed" } as const;

export async function action({ request, context }: ActionFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const fields = await readForm(request);
  const videoId = fields.intent === "delete" ? parseId(fields.videoId) : undefined;
  if (!videoId) throw new Response(null, { status: 400 });
  // A video that nobody could buy needs no password.
  const isUnsold = await isUnpublished(context.services.db, { creatorId: userId, videoId });
  const proof = isUnsold || (await requireProof(context, request, { action: "deleteVideo", fields }));
  if (proof !== true && !proof.ok) {
    // The dialog is closed: the deletion's own page asks for the password.
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

export default function MyVideos() {
  const { proofNeeded, appUrl, videos, publishedNow, next } = useLoaderData<typeof loader>();
  const t = useText();
  const linkTo = useLinkTo();
  // The message is read once: keeps the panel when the list is read again.
  const [onAirId] = useState(publishedNow);
  const onAir = videos.find(({ id, state }) => id === onAirId && state.step === "shown");
  const converting = videos.some(({ conversion }) => isMoving(conversion));
  const beingPrepared = videos.some(({ state }) => state.step === "processing");
  useRefreshWhile(converting || beingPrepared, converting ? refreshMs.conversion : refreshMs.stream);
  return (
    <>
      <PageHeader
        title={t("creator.myVideos")}
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
      {onAir && <OnAirPanel appUrl={appUrl} video={onAir} />}
      <OwnVideoList videos={videos} appUrl={appUrl} proofNeeded={proofNeeded} />
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
