import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { dropUpload } from "~/features/studio/uploads/discard-upload.server";
import { finishUpload } from "~/features/studio/uploads/finish-upload.server";
import { flashOf } from "~/features/studio/uploads/uploaded-flash";
import { readForm } from "~/platform/forms/forms.server";
import { isOutage } from "~/platform/outage.server";
import { goTo } from "~/platform/responses.server";
import { requireCreator, requireId } from "~/server/guards.server";

const statuses = { notFound: 404, unfinished: 409, refused: 422 } as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireCreator({ request, context });
  return goTo("/creator/upload", { request, context });
}

/**
 * Ends a resumable upload: `publish`, requested by script after the last byte, answers by status; `drop`, a plain
 * form, redirects to the upload page.
 */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const { userId: creatorId } = await requireCreator({ request, context });
  const { intent } = await readForm(request);
  const videoId = requireId(params.uploadId);
  if (intent === "drop") {
    const dropped = await dropUpload(context.services, { creatorId, videoId });
    const flash = { tone: "info", title: "uploads.dropped" } as const;
    return goTo("/creator/upload", { request, context, flash: dropped.ok ? flash : undefined });
  }
  if (intent !== "publish") throw new Response(null, { status: 400 });
  let stream: "processing" | "ready" | "failed" | undefined;
  try {
    const finished = await finishUpload(context.services, { creatorId, videoId });
    if (!finished.ok)
      return said(finished.error === "refused" ? finished.message : "", statuses[finished.error]);
    // Nothing is published before the form is sent.
    if (finished.held) return said("", statuses.unfinished);
    stream = finished.stream;
  } catch (error) {
    if (!isOutage(error)) throw error;
    context.log.error({ err: error, videoId }, "an upload could not be published");
    return said("", 503);
  }
  const flash = await context.services.flashCookie.write(flashOf(stream));
  return said("", 200, { "Set-Cookie": flash });
}

function said(text: string, status: number, headers: Record<string, string> = {}): Response {
  return new Response(text, { status, headers: { "Content-Type": "text/plain; charset=utf-8", ...headers } });
}
