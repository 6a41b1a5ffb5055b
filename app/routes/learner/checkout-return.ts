import type { LoaderFunctionArgs } from "@remix-run/node";
import { returnFromCheckout } from "~/features/orders/checkout/start-checkout.server";
import { isOutage } from "~/platform/outage.server";
import { goTo } from "~/platform/responses.server";
import { requireViewer } from "~/server/guards.server";

/** Any provider's checkout ids. */
const plainId = /^[\x21-\x7e]{1,200}$/;

/** Settles if paid, then redirects to the watch page or the gift's page. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const checkoutId = new URL(request.url).searchParams.get("session_id") ?? "";
  if (!plainId.test(checkoutId)) throw await goTo("/marketplace", { request, context });
  const returned = await returnFromCheckout(context.services, {
    consumerId: viewer.userId,
    checkoutId,
  }).catch((error: unknown) => {
    // The webhook will settle the sale: the buyer need not see an error.
    if (!isOutage(error)) throw error;
    context.log.error({ err: error }, "return from checkout went unanswered");
    return undefined;
  });
  if (!returned) throw await goTo("/marketplace", { request, context });
  throw await goTo(returned.path, {
    request,
    context,
    flash: returned.paid
      ? { tone: "success", title: returned.isGift ? "gifts.paid" : "watch.paid", sings: true }
      : undefined,
  });
}
