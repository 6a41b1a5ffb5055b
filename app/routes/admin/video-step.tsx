import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { needsReason, parseVideoStep, reasonForm } from "~/features/office/people/account-step";
import { StepPage } from "~/features/office/people/step-dialog";
import { suspendVideo } from "~/features/office/people/suspend-video.server";
import { findPublishedVideo } from "~/features/office/people/suspensions.queries.server";
import { officeTitle } from "~/i18n/office-titles";
import { parseFields, readForm, refuse } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo } from "~/platform/responses.server";
import { noteSecurity } from "~/platform/security-events";
import { actorOf } from "~/platform/session/actor.server";
import { requireAdmin } from "~/server/guards.server";
import { hasRecentProof, requireProof } from "~/server/recent-proof.server";

export const meta: MetaFunction = () => officeTitle("adminVideoStep");

function readAddress(params: LoaderFunctionArgs["params"]) {
  const [id, step] = [parseId(params.videoId), parseVideoStep(params.step)];
  if (!id || !step) throw new Response(null, { status: 404 });
  return { id, step };
}

/** For browsers without script. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const { id, step } = readAddress(params);
  const video = await findPublishedVideo(context.services.db, id);
  if (!video) throw new Response(null, { status: 404 });
  return {
    asked: { of: "video" as const, id, step, name: video.title },
    back: `/admin/creators/${video.creator_id}`,
    proofNeeded: !(await hasRecentProof(context, request)),
  };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  const { id: videoId, step } = readAddress(params);
  const fields = await readForm(request);
  const form = parseFields(reasonForm, needsReason(step) ? fields : { reason: "-" });
  if (!form.ok) return refuse(form.problem);
  const proof = await requireProof(context, request, { action: "suspendVideo", fields });
  if (!proof.ok) return refuse(proof.problem, proof);
  const suspended = step === "suspend";
  const reason = suspended ? form.value.reason : "";
  const by = actorOf(context, request, viewer);
  const done = await suspendVideo(context.services, { videoId, suspended, reason, by });
  if (!done.ok) throw new Response(null, { status: 404 });
  if (done.changed)
    noteSecurity(context, suspended ? "videoSuspended" : "videoRestored", { by: viewer.userId, videoId });
  const flash = { tone: "success", title: `audit.video.${step}.done` } as const;
  return goTo(`/admin/creators/${done.creatorId}`, { request, context, flash });
}

export default function VideoStepPage() {
  const result = useActionResult(useActionData<typeof action>());
  return <StepPage {...useLoaderData<typeof loader>()} result={result} />;
}
