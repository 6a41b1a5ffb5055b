import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { deviceOf } from "~/features/playback/access/find-watch-access.server";
import { parseOfflineReports, parseReport } from "~/features/playback/access/parse-position";
import {
  markDone,
  rememberOffline,
  rememberPosition,
} from "~/features/playback/access/remember-position.server";
import { placeOf } from "~/features/playback/access/watch-access";
import { readForm } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import { goTo } from "~/platform/responses.server";
import { requireViewer } from "~/server/guards.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  throw await goTo(`/watch/${parseId(params.videoId) ?? ""}`, { request, context });
}

/**
 * Stores a player's report: `seconds`, whole, 0 at the start and near the end, and with it `watched`, `at` and
 * `done=1`. 204, or 409 if this place has to stop (`/watch/:videoId/places` says why); 400 if invalid, 404 for those
 * who may not watch. Without `seconds`, the form that marks the video as completed (`done=1`) or not (`done=0`).
 * `reports`: watched offline; 204 also if stored before.
 */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const { userId } = viewer;
  const form = await readForm(request);
  const videoId = parseId(params.videoId);
  if (form.seconds === undefined && /^[01]$/.test(form.done ?? "")) {
    const marked = videoId && (await markDone(context.services, { userId, videoId }, form.done === "1"));
    if (!marked) return new Response(null, { status: 404 });
    throw await goTo(`/watch/${videoId}`, { request, context });
  }
  if (form.reports !== undefined) {
    const reports = parseOfflineReports(form.reports, context.services.clock());
    if (!reports) return new Response(null, { status: 400 });
    const stored = videoId && (await rememberOffline(context.services, { userId, videoId }, reports));
    return new Response(null, { status: stored ? 204 : 404 });
  }
  const report = parseReport(form);
  if (!report) return new Response(null, { status: 400 });
  if (!videoId) return new Response(null, { status: 404 });
  const where = { userId, videoId, place: placeOf(viewer), ...deviceOf(context, request) };
  const { saved, plays } = await rememberPosition(context.services, where, report);
  return new Response(null, { status: !saved ? 404 : plays ? 204 : 409 });
}
