import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { deleteOwnDraft } from "~/features/studio/uploads/delete-draft.server";
import { draftLimit, draftMediaLimit } from "~/features/studio/uploads/draft-limits";
import type { SavedDraft } from "~/features/studio/uploads/draft-saver";
import { keepDraftMedia } from "~/features/studio/uploads/keep-draft-media.server";
import { makeDraft, saveDraft } from "~/features/studio/uploads/save-draft.server";
import { readForm } from "~/platform/forms/forms.server";
import { BrokenForm } from "~/platform/forms/multipart.server";
import { isOutage } from "~/platform/outage.server";
import { goTo } from "~/platform/responses.server";
import { requireCreator, requireId } from "~/server/guards.server";

const statuses = { gone: 410, changed: 409, tooMany: 409, tooLong: 400, empty: 400 } as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireCreator({ request, context });
  return goTo("/creator/upload", { request, context });
}

/**
 * `save` and `make`, and a form with a picture or trailer, requested by script while the upload form is filled in,
 * answer by status and JSON; `delete`, a plain form, redirects to the upload page.
 */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const { userId: creatorId } = await requireCreator({ request, context });
  const draftId = requireId(params.draftId);
  if (request.headers.get("Content-Type")?.startsWith("multipart/form-data"))
    return keepMedia({ request, context }, { creatorId, draftId });
  const fields = await readForm(request);
  if (fields.intent === "delete") {
    const deleted = await deleteOwnDraft(context.services, { creatorId, draftId });
    const flash = deleted ? ({ tone: "info", title: "drafts.deleted" } as const) : undefined;
    return goTo("/creator/upload", { request, context, flash });
  }
  if (fields.intent !== "save" && fields.intent !== "make") throw new Response(null, { status: 400 });
  const taken = await context.services.rateLimits.take(draftLimit, creatorId);
  if (!taken.ok) return tooMany(taken.retryAfterSeconds);
  if (fields.intent === "make") {
    const made = await makeDraft(context.services, { creatorId, draftId });
    return Response.json(made, { status: made.ok ? 200 : statuses[made.error] });
  }
  const saved: SavedDraft = await saveDraft(context.services, creatorId, { ...fields, draftId });
  return Response.json(saved, { status: saved.ok ? 200 : statuses[saved.error] });
}

async function keepMedia(
  { request, context }: Pick<ActionFunctionArgs, "request" | "context">,
  own: { creatorId: string; draftId: string },
) {
  const taken = await context.services.rateLimits.take(draftMediaLimit, own.creatorId);
  if (!taken.ok) return tooMany(taken.retryAfterSeconds);
  try {
    const kept = await keepDraftMedia(context.services, own, request);
    return Response.json(kept, { status: kept.ok ? 200 : 400 });
  } catch (error) {
    if (error instanceof BrokenForm) return new Response(null, { status: 400 });
    if (!isOutage(error)) throw error;
    context.log.error({ err: error, ...own }, "a picture or trailer of a draft could not be kept");
    return new Response(null, { status: 503 });
  }
}

function tooMany(retryAfterSeconds: number): Response {
  return new Response(null, { status: 429, headers: { "Retry-After": String(retryAfterSeconds) } });
}
