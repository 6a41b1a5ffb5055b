import type { LoaderFunctionArgs } from "@remix-run/node";
import { returnFromCheckout } from "~/features/checkout/return-from-checkout.server";
import { isOutage } from "~/platform/outage.server";
import { goTo } from "~/platform/responses.server";
import { requireViewer } from "~/server/guards.server";

/** What a checkout's id can look like, whoever the provider: plain characters, not many. */
const plainId = /^[\x21-\x7e]{1,200}$/;

/** Back from paying: settles if paid, then the watch screen, which says how it stands. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const sessionId = new URL(request.url).searchParams.get("session_id") ?? "";
  if (!plainId.test(sessionId)) throw await goTo("/marketplace", { request, context });
  const returned = await returnFromCheckout(context.services, { consumerId: viewer.userId, sessionId }).catch(
    (error: unknown) => {
      // The webhook will settle it; the buyer need not see that the question went unanswered.
      if (!isOutage(error)) throw error;
      context.log.error({ err: error }, "return from checkout went unanswered");
      return undefined;
    },
  );
  if (!returned) throw await goTo("/marketplace", { request, context });
  throw await goTo(`/watch/${returned.videoId}`, {
    request,
    context,
    flash: returned.paid ? { tone: "success", title: "watch.paid" } : undefined,
  });
}
