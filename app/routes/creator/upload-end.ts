import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { finishUpload } from "~/features/studio/uploads/finish-upload.server";
import { readForm } from "~/platform/forms/forms.server";
import { isOutage } from "~/platform/outage.server";
import { goTo } from "~/platform/responses.server";
import { requireCreator, requireId } from "~/server/guards.server";

const statuses = { notFound: 404, unfinished: 409, refused: 422 } as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireCreator({ request, context });
  return goTo("/creator/upload", { request, context });
}

/** By script, for a file at the streaming service: `intent=publish`. Answers by status. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const { userId: creatorId } = await requireCreator({ request, context });
  const { intent } = await readForm(request);
  const videoId = requireId(params.uploadId);
  if (intent !== "publish") throw new Response(null, { status: 400 });
  try {
    const finished = await finishUpload(context.services, { creatorId, videoId });
    if (finished.ok) return said("", 200);
    return said(finished.error === "refused" ? finished.message : "", statuses[finished.error]);
  } catch (error) {
    if (!isOutage(error)) throw error;
    context.log.error({ err: error, videoId }, "an upload could not be finished");
    return said("", 503);
  }
}

function said(text: string, status: number): Response {
  return new Response(text, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}
