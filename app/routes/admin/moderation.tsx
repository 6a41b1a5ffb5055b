import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { moderate, showModerated } from "~/features/shop/reviews/moderate.server";
import {
  idFields,
  moderatedKindOf,
  moderationPath,
  parseModerationList,
  parseModerationStep,
} from "~/features/shop/reviews/moderation-list";
import { ModerationPage } from "~/features/shop/reviews/moderation-page";
import { hideForm } from "~/features/shop/reviews/review-form";
import { officeTitle } from "~/i18n/office-titles";
import { parseFields, readForm, refuse } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo } from "~/platform/responses.server";
import { noteSecurity } from "~/platform/security-events";
import { actorOf } from "~/platform/session/actor.server";
import { requireAdmin } from "~/server/guards.server";

export const meta: MetaFunction = () => officeTitle("adminReviews");

/** `/admin/reviews`, `/admin/questions` and `/admin/announcements`. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const { pathname, searchParams } = new URL(request.url);
  return showModerated(context.services.db, moderatedKindOf(pathname), searchParams);
}

const events = { reviews: "review", questions: "question", announcements: "announcement" } as const;

/** Returns to the same list. Throws a 400 Response for an unknown step, a 404 Response for an unknown text. */
export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  const { pathname, searchParams } = new URL(request.url);
  const kind = moderatedKindOf(pathname);
  const fields = await readForm(request);
  const step = parseModerationStep(fields.intent);
  const id = parseId(fields[idFields[kind]]);
  if (!step) throw new Response(null, { status: 400 });
  if (!id) throw new Response(null, { status: 404 });
  const form = parseFields(hideForm, step === "hide" ? fields : { reason: "-" });
  if (!form.ok) return refuse({ ...form.problem, values: fields });
  const reason = step === "hide" ? form.value.reason : "";
  const by = actorOf(context, request, viewer);
  const done = await moderate(context.services, kind, { id, step, reason, by });
  if (!done.ok) throw new Response(null, { status: 404 });
  if (done.changed && step !== "keep")
    noteSecurity(context, `${events[kind]}${step === "hide" ? "Hidden" : "Shown"}`, {
      by: viewer.userId,
      [idFields[kind]]: id,
    });
  const message = kind === "reviews" ? "moderation.done" : (`moderation.${kind}.done` as const);
  const flash = { tone: "success", title: `${message}.${step}` } as const;
  const list = parseModerationList(searchParams);
  return goTo(moderationPath(kind, list), { request, context, flash });
}

export default function Moderation() {
  const shown = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  return <ModerationPage {...shown} result={result} />;
}
