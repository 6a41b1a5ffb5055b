import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { beginWithFile } from "~/features/studio/uploads/begin-video.server";
import { PublishFailed } from "~/features/studio/uploads/record-video.server";
import { BrokenForm } from "~/platform/forms/multipart.server";
import { goTo } from "~/platform/responses.server";
import { requireCreator } from "~/server/guards.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireCreator({ request, context });
  return goTo("/creator/upload", { request, context });
}

/** By script. Answers by status and JSON. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  try {
    const begun = await beginWithFile(context.services, userId, request);
    return Response.json(begun, { status: begun.ok ? 201 : 400 });
  } catch (error) {
    if (error instanceof BrokenForm) {
      context.log.info({ err: error }, "the form of an upload broke off");
      return Response.json({ ok: false, error: "videos.uploadUnknown" }, { status: 400 });
    }
    if (!(error instanceof PublishFailed)) throw error;
    context.log.error({ err: error }, "an upload could not begin");
    return Response.json({ ok: false, error: error.step, reason: error.reason }, { status: 503 });
  }
}
