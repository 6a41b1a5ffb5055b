import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { parseId } from "~/features/base/form-fields/record-id";
import { draftLimit } from "~/features/studio/drafts/draft-limits";
import type { SavedDraft } from "~/features/studio/drafts/draft-saver";
import { saveDraft } from "~/features/studio/drafts/save-draft.server";
import { deleteOwnDraft } from "~/features/studio/uploads/delete-draft.server";
import { readForm } from "~/platform/forms/forms.server";
import { goTo } from "~/platform/responses.server";
import { requireCreator } from "~/server/guards.server";

const statuses = { gone: 410, changed: 409, tooMany: 409, tooLong: 400, empty: 400 } as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireCreator({ request, context });
  return goTo("/creator/upload", { request, context });
}

/**
 * `save`, requested by script while the upload form is filled in, answers by status and JSON; `delete`, a plain form,
 * redirects to the upload page.
 */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const { userId: creatorId } = await requireCreator({ request, context });
  const fields = await readForm(request);
  const draftId = parseId(params.draftId);
  if (!draftId) throw new Response(null, { status: 404 });
  if (fields.intent === "delete") {
    const deleted = await deleteOwnDraft(context.services, { creatorId, draftId });
    const flash = deleted ? ({ tone: "info", title: "drafts.deleted" } as const) : undefined;
    return goTo("/creator/upload", { request, context, flash });
  }
  if (fields.intent !== "save") throw new Response(null, { status: 400 });
  const taken = await context.services.rateLimits.take(draftLimit, creatorId);
  if (!taken.ok)
    return new Response(null, { status: 429, headers: { "Retry-After": String(taken.retryAfterSeconds) } });
  const saved: SavedDraft = await saveDraft(context.services, creatorId, { ...fields, draftId });
  return Response.json(saved, { status: saved.ok ? 200 : statuses[saved.error] });
}
