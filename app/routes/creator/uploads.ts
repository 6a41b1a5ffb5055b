import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { Begun } from "~/features/studio/uploads/begin-upload";
import { holdUpload } from "~/features/studio/uploads/hold-upload.server";
import { PublishFailed } from "~/features/studio/uploads/publish-failure.server";
import { startUpload } from "~/features/studio/uploads/start-upload.server";
import { BrokenForm } from "~/platform/forms/multipart.server";
import { goTo } from "~/platform/responses.server";
import { requireCreator } from "~/server/guards.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireCreator({ request, context });
  return goTo("/creator/upload", { request, context });
}

/**
 * Starts a resumable upload, from the sent form or with `?hold` when its file is chosen; used by the upload page with
 * script.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { userId } = await requireCreator({ request, context });
  try {
    if (new URL(request.url).searchParams.has("hold")) {
      const held = await holdUpload(context.services, userId, request);
      return answer(held, held.ok ? 201 : 400);
    }
    const started = await startUpload(context.services, userId, request);
    if (started.ok) return answer(started, 201);
    return answer({ ok: false, errors: started.problem.errors }, 400);
  } catch (error) {
    if (error instanceof BrokenForm) {
      context.log.info({ err: error }, "the form of an upload broke off");
      return answer(failed("videos.uploadBroken"), 400);
    }
    if (!(error instanceof PublishFailed)) throw error;
    context.log.error({ err: error }, "an upload could not begin");
    return answer({ ok: false, failure: { step: error.step, reason: error.reason } }, 503);
  }
}

function failed(step: "videos.uploadBroken"): Begun {
  return { ok: false, failure: { step, reason: "videos.uploadUnknown" } };
}

function answer(begun: Begun, status: number): Response {
  return Response.json(begun, { status });
}
