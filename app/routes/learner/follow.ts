import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { followCreator, followLimit } from "~/features/shop/announcements/follow-creator.server";
import { creatorPath } from "~/features/shop/creators/profile-rules";
import { readForm } from "~/platform/forms/forms.server";
import { parseRedirectTarget } from "~/platform/redirect-target";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { requireViewer } from "~/server/guards.server";

export const headers = retryAfterHeaders;

/** Only the form's address: the page is the creator's. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  return goTo(creatorPath(params.handle ?? ""), { request, context });
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context, backTo: creatorPath(params.handle ?? "") });
  const handle = params.handle ?? "";
  const { services } = context;
  const { intent, back } = await readForm(request);
  if (intent !== "follow" && intent !== "unfollow") throw new Response(null, { status: 400 });
  const limited = await services.rateLimits.take(followLimit, viewer.userId);
  if (!limited.ok)
    throw new Response(null, {
      status: 429,
      headers: { "Retry-After": String(limited.retryAfterSeconds) },
    });
  const follow = { handle, userId: viewer.userId, follows: intent === "follow" };
  const done = await followCreator(services, follow);
  if (!done.ok) throw new Response(null, { status: done.error === "oneself" ? 403 : 404 });
  const flash = {
    tone: "success",
    title: follow.follows ? "announcements.followed" : "announcements.unfollowed",
    values: { name: done.name },
  } as const;
  return goTo(parseRedirectTarget(back, creatorPath(handle)), { request, context, flash });
}
