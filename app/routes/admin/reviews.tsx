import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { showModerated } from "~/features/shop/reviews/moderate.server";
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
  return { list, isFirst: !after, ...(await showModerated(context.services.db, { list, after })) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireAdmin({ request, context });
  return takeModeration({ request, context }, viewer, "reviews");
}

export default function ModeratedReviews() {
  const { reviews, ...shown } = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  return <ModerationPage kind="reviews" items={reviews} {...shown} result={result} />;
}
