import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { openAttachment } from "~/features/playback/access/find-watch-access.server";
import { parseId } from "~/platform/forms/record-id";
import { requireViewer } from "~/server/guards.server";

/** 404 for those who may not watch. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const [videoId, id] = [parseId(params.videoId), parseId(params.fileId)];
  const address = videoId && id ? await openAttachment(context.services, viewer, { videoId, id }) : undefined;
  if (!address) return new Response(null, { status: 404 });
  return redirect(address, { headers: { "Cache-Control": "private, no-store" } });
}
