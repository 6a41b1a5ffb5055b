import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SharedVideoPage } from "~/features/studio/own-videos/shared-video-page";
import { showSharedVideo } from "~/features/studio/own-videos/show-shared-video.server";
import { creatorTitle } from "~/i18n/creator-titles";
import { parseId } from "~/platform/forms/record-id";
import { requireCreator } from "~/server/guards.server";

export const meta: MetaFunction = (page) => creatorTitle(page, "shareVideo");

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId: creatorId } = await requireCreator({ request, context });
  const videoId = parseId(params.videoId);
  const shared = videoId && (await showSharedVideo(context.services, { creatorId, videoId }));
  if (!shared) throw new Response(null, { status: 404 });
  return { shared };
}

export default function ShareVideo() {
  const { shared } = useLoaderData<typeof loader>();
  return <SharedVideoPage shared={shared} />;
}
