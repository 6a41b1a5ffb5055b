import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import {
  type CheckoutAnswer,
  checkoutPath,
  loginToBuyPath,
} from "~/features/orders/checkout/purchase-intention";
import { leadsToProduct, refusals } from "~/features/orders/checkout/refusals";
import { parseShownPrice } from "~/features/orders/checkout/shown-price";
import { startCheckout } from "~/features/orders/checkout/start-checkout.server";
import {
  couponField,
  couponParameter,
  readTypedCode,
  withCoupon,
} from "~/features/orders/coupons/coupon-rules";
import { decideLocale } from "~/i18n/page-language";
import { currentViewer } from "~/platform/context.server";
import { readForm } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import { goTo } from "~/platform/responses.server";
import { loginFirst, requireViewer } from "~/server/guards.server";

/** Starts nothing. The login continues to the payment page (the Watch link without script). */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const videoId = parseId(params.videoId);
  const coupon = couponIn(request);
  if (videoId && !(await currentViewer(context, request)))
    throw await goTo(loginToBuyPath(videoId, { coupon, after: "watch" }), {
      request,
      context,
      flash: loginFirst,
    });
  throw await goTo(withCoupon(`/videos/${videoId ?? ""}`, coupon), { request, context });
}

/**
 * Redirects with 303 to the payment page, or returns its URL to a script. A coupon's free video plays at once. The form
 * has the price that its page showed; without one the current price applies.
 */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requireViewer({
    request,
    context,
    backTo: returnPath(params.videoId, request),
    keepsForm: false,
  });
  const videoId = parseId(params.videoId);
  const sent = await readPurchase(request);
  const locale = decideLocale(new URL(request.url));
  const started = await startCheckout(context, viewer, { videoId, ...sent, locale });
  if (started.ok && started.flash) return goTo(started.url, { request, context, flash: started.flash });
  if (started.ok) {
    if (context.isDataRequest) return data<CheckoutAnswer>({ ok: true, url: started.url });
    return redirect(started.url, 303);
  }
  const { refusal, path, flash } = started;
  if (context.isDataRequest) {
    const { text, status } = refusals[refusal];
    const explained = leadsToProduct(refusal) ? { path } : {};
    return data<CheckoutAnswer>({ ok: false, error: text, flash, ...explained }, { status });
  }
  return goTo(path, { request, context, flash });
}

function returnPath(rawVideoId: string | undefined, request: Request): string | undefined {
  const videoId = parseId(rawVideoId);
  return videoId && checkoutPath(videoId, couponIn(request));
}

function couponIn(request: Request): string | undefined {
  return readTypedCode(new URL(request.url).searchParams.get(couponParameter));
}

async function readPurchase(request: Request) {
  const isForm = request.headers.get("Content-Type")?.startsWith("application/x-www-form-urlencoded");
  const fields = isForm ? await readForm(request) : {};
  const coupon = readTypedCode(fields[couponField]) ?? couponIn(request);
  return { shownPriceCents: parseShownPrice(fields), coupon };
}
