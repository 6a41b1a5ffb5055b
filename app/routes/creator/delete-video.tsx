import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DeleteForm, DeleteQuestion } from "~/features/studio/own-videos/delete-form";
import { findOwnVideo } from "~/features/studio/own-videos/own-videos.queries.server";
import { creatorTitle } from "~/i18n/creator-titles";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { parseId } from "~/platform/forms/record-id";
import { requireCreator } from "~/server/guards.server";
import { hasRecentProof } from "~/server/recent-proof.server";
import { ConfirmPanel } from "~/ui/dialog";

export const meta: MetaFunction = (page) => creatorTitle(page, "deleteVideo");

/** For browsers without script. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  const videoId = parseId(params.videoId);
  const video = videoId && (await findOwnVideo(context.services.db, { creatorId: userId, videoId }));
  if (!video) throw new Response(null, { status: 404 });
  const proofNeeded = !(await hasRecentProof(context, request));
  const { id, title, sold, awaited, sold_by_it: soldByIt } = video;
  return { id, title, sold, awaited, soldByIt, proofNeeded };
}

export default function DeleteVideo() {
  const video = useLoaderData<typeof loader>();
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <ConfirmPanel
      title={t("creator.deleteTitle")}
      description={<DeleteQuestion {...video} />}
      cancelLabel={t("common.cancel")}
      cancelTo={linkTo("/creator/videos").to}
    >
      <DeleteForm videoId={video.id} proofNeeded={video.proofNeeded} />
    </ConfirmPanel>
  );
}
