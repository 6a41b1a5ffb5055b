import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { showModeratedAnnouncements } from "~/features/shop/announcements/moderate-announcement.server";
import { parseModerationList } from "~/features/shop/reviews/moderation-list";
import { ModerationPage } from "~/features/shop/reviews/moderation-page";
import { officeTitle } from "~/i18n/office-titles";
import { useActionResult } from "~/platform/forms/use-action-result";
import { parseCursor } from "~/platform/keyset";
import { requireAdmin } from "~/server/guards.server";
import { takeModeration } from "~/server/take-moderation.server";

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
  return takeModeration({ request, context }, viewer, "announcements");
}

export default function ModeratedAnnouncements() {
  const shown = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  return <ModerationPage kind="announcements" {...shown} result={result} />;
}
