import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { actorOf } from "~/features/base/audit/actor.server";
import { parseId } from "~/features/base/form-fields/record-id";
import {
  moderateAnnouncement,
  showModeratedAnnouncements,
} from "~/features/shop/announcements/moderate-announcement.server";
import { hideForm, parseModerationStep } from "~/features/shop/reviews/moderation-form";
import { moderationPath, parseModerationList } from "~/features/shop/reviews/moderation-list";
import { ModerationPage } from "~/features/shop/reviews/moderation-page";
import { officeTitle } from "~/i18n/office-titles";
import { parseFields, readForm, refuse } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { parseCursor } from "~/platform/keyset";
import { goTo } from "~/platform/responses.server";
import { noteSecurity } from "~/platform/security-events";
import { requireAdmin } from "~/server/guards.server";

export const meta: MetaFunction = () => officeTitle("adminReviews");

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin({ request, context });
  const { searchParams } = new URL(request.url);
  const list = parseModerationList(searchParams);
  const after = parseCursor(searchParams.get("after"));
  const shown = await showModeratedAnnouncements(context.services.db, { list, after });
  return { list, isFirst: !after, ...shown };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  const list = parseModerationList(new URL(request.url).searchParams);
  const fields = await readForm(request);
  const step = parseModerationStep(fields.intent);
  const id = parseId(fields.announcementId);
  if (!step) throw new Response(null, { status: 400 });
  if (!id) throw new Response(null, { status: 404 });
  const form = parseFields(hideForm, step === "hide" ? fields : { reason: "-" });
  if (!form.ok) return refuse({ ...form.problem, values: fields });
  const reason = step === "hide" ? form.value.reason : "";
  const by = actorOf(context, request, viewer);
  const done = await moderateAnnouncement(context.services, { id, step, reason, by });
  if (!done.ok) throw new Response(null, { status: 404 });
  if (done.changed && step !== "keep")
    noteSecurity(context, step === "hide" ? "announcementHidden" : "announcementShown", {
      by: viewer.userId,
      announcementId: id,
    });
  const flash = { tone: "success", title: `moderation.announcements.done.${step}` } as const;
  return goTo(moderationPath("announcements", list), { request, context, flash });
}

/** Announcements that were reported, or that are hidden, and what an administrator decides. */
export default function ModeratedAnnouncements() {
  const shown = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  return <ModerationPage kind="announcements" {...shown} result={result} />;
}
