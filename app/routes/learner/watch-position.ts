import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { parsePosition } from "~/features/videos/parse-position";
import { rememberPosition } from "~/features/videos/remember-position.server";
import { parseVideoId } from "~/features/videos/video-id";
import { readForm } from "~/platform/forms.server";
import { requireViewer } from "~/platform/guards.server";
import { goTo } from "~/platform/responses.server";

/** Opened by hand: the video itself. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  throw await goTo(`/watch/${parseVideoId(params.videoId) ?? ""}`, { request, context });
}

/**
 * Where the player stands, as it plays, pauses or is left: `seconds`, whole, 0 once the video was seen.
 * Answers 204; 400 for what is no position, 404 to whoever may not watch.
 */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const seconds = parsePosition((await readForm(request)).seconds);
  if (seconds === undefined) return new Response(null, { status: 400 });
  const videoId = parseVideoId(params.videoId);
  const remembered = videoId && (await rememberPosition(context.services, viewer, { videoId, seconds }));
  return new Response(null, { status: remembered ? 204 : 404 });
}
