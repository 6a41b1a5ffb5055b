import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { parseId } from "~/features/base/form-fields/record-id";
import { parsePosition } from "~/features/playback/positions/parse-position";
import { rememberPosition } from "~/features/playback/positions/remember-position.server";
import { readForm } from "~/platform/forms/forms.server";
import { goTo } from "~/platform/responses.server";
import { requireViewer } from "~/server/guards.server";

/** A GET redirects to the video's page. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  throw await goTo(`/watch/${parseId(params.videoId) ?? ""}`, { request, context });
}

/**
 * Stores the player's position: `seconds`, whole, 0 once the video was watched. 204; 400 for an invalid position, 404
 * for viewers who may not watch.
 */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const seconds = parsePosition((await readForm(request)).seconds);
  if (seconds === undefined) return new Response(null, { status: 400 });
  const videoId = parseId(params.videoId);
  const remembered = videoId && (await rememberPosition(context.services, viewer, { videoId, seconds }));
  return new Response(null, { status: remembered ? 204 : 404 });
}
