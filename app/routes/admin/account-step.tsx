import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { needsReason, parseAccountStep, reasonForm } from "~/features/office/people/account-step";
import { changeAccount } from "~/features/office/people/change-account.server";
import { StepPage } from "~/features/office/people/step-dialog";
import { findAccountState } from "~/features/office/people/suspensions.queries.server";
import { officeTitle } from "~/i18n/office-titles";
import { parseFields, readForm, refuse } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo } from "~/platform/responses.server";
import { noteSecurity } from "~/platform/security-events";
import { actorOf } from "~/platform/session/actor.server";
import type { Flash } from "~/platform/session/cookies.server";
import { requireAdmin } from "~/server/guards.server";
import { hasRecentProof, requireProof } from "~/server/recent-proof.server";

export const meta: MetaFunction = () => officeTitle("adminAccountStep");

const events = {
  suspend: "accountSuspended",
  restore: "accountRestored",
  grant: "adminGranted",
  remove: "adminRemoved",
  unlock: "secondFactorHelpAllowed",
  "sign-out": "sessionsEnded",
} as const;

function readAddress(request: Request, params: LoaderFunctionArgs["params"]) {
  const [id, step] = [parseId(params.accountId), parseAccountStep(params.step)];
  if (!id || !step) throw new Response(null, { status: 404 });
  const fromParam = new URL(request.url).searchParams.get("from");
  const from = fromParam === "creators" || fromParam === "consumers" ? fromParam : "admins";
  return { id, step, from, back: from === "admins" ? "/admin/admins" : `/admin/${from}/${id}` };
}

/** For browsers without script. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const { id, step, from, back } = readAddress(request, params);
  const account = await findAccountState(context.services.db, id);
  if (!account) throw new Response(null, { status: 404 });
  const proofNeeded = !(await hasRecentProof(context, request));
  return { asked: { of: "account" as const, id, step, from, name: account.email }, back, proofNeeded };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  const { id: userId, step, back } = readAddress(request, params);
  const fields = await readForm(request);
  const form = parseFields(reasonForm, needsReason(step) ? fields : { reason: "-" });
  if (!form.ok) return refuse(form.problem);
  const proof = await requireProof(context, request, { action: "changeAccount", fields });
  if (!proof.ok) return refuse(proof.problem, proof);
  const reason = needsReason(step) ? form.value.reason : "";
  const by = actorOf(context, request, viewer);
  const lead = (path: string, flash: Flash) => goTo(path, { request, context, flash });
  const changed = await changeAccount(context.services, { userId, step, reason, by });
  if (changed.ok) {
    if (changed.waiting)
      return lead("/admin/approvals", { tone: "info", title: "audit.account.grant.waiting" });
    if (changed.changed) noteSecurity(context, events[step], { userId, by: viewer.userId });
    // Administrators who removed their own role are signed out by now.
    const left = step === "remove" && userId === viewer.userId;
    return lead(left ? "/" : back, { tone: "success", title: `audit.account.${step}.done` });
  }
  if (changed.error === "notFound") throw new Response(null, { status: 404 });
  if (changed.error === "notAdmin") return lead("/", { tone: "error", title: "admin.noPermission" });
  return lead(back, { tone: "error", title: `audit.refused.${changed.error}` });
}

export default function AccountStepPage() {
  const result = useActionResult(useActionData<typeof action>());
  return <StepPage {...useLoaderData<typeof loader>()} result={result} />;
}
