import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { deviceOf } from "~/features/playback/access/find-watch-access.server";
import { placeOf } from "~/features/playback/access/watch-access";
import { dropCopy } from "~/features/playback/offline/copies.queries.server";
import { type CopyRefusal, keepCopy, offerCopies } from "~/features/playback/offline/keep-copy.server";
import { decideLocale } from "~/i18n/page-language";
import { StorageError } from "~/integrations/storage/storage";
import { readForm } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import { goTo } from "~/platform/responses.server";
import { requireViewer } from "~/server/guards.server";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  throw await goTo(`/downloads?video=${parseId(params.videoId) ?? ""}`, { request, context });
}

const statuses = {
  notFound: 404,
  mayNotWatch: 403,
  refused: 403,
  noFile: 403,
  preparing: 409,
  devices: 409,
  full: 409,
  elsewhere: 409,
  unavailable: 503,
} as const satisfies Record<CopyRefusal, number>;

/**
 * Without `height`, returns the offered sizes; with it, what a device needs to keep the video. A refusal is `{error}`.
 * DELETE gives up the copy.
 */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const { userId } = viewer;
  const videoId = parseId(params.videoId);
  if (!videoId) return Response.json({ error: "notFound" }, { status: 404 });
  if (request.method === "DELETE") {
    await dropCopy(context.services.db, { userId, videoId, place: placeOf(viewer) });
    return new Response(null, { status: 204 });
  }
  const services = { ...context.services, log: context.log };
  const { height } = await readForm(request);
  const answer =
    height === undefined
      ? offerCopies(services, viewer, videoId)
      : keepCopy(services, viewer, {
          videoId,
          height: /^-?\d{1,4}$/.test(height) ? Number(height) : Number.NaN,
          from: deviceOf(context, request),
          locale: decideLocale(new URL(request.url)),
        });
  const result = await answer.catch((error: unknown) => {
    if (!(error instanceof StorageError)) throw error;
    context.log.error({ err: error, videoId }, "a copy for a device could not be made");
    return { ok: false, error: "unavailable" } as const;
  });
  if (result.ok) return Response.json(result.value, { headers: { "Cache-Control": "private, no-store" } });
  return Response.json({ error: result.error }, { status: statuses[result.error] });
}
