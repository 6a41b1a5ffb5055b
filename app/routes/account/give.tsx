import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refusals } from "~/features/orders/checkout/refusals";
import { parseShownPrice, shownPriceField } from "~/features/orders/checkout/shown-price";
import { startCheckout } from "~/features/orders/checkout/start-checkout.server";
import { couponParameter, readTypedCode, withCoupon } from "~/features/orders/coupons/coupon-rules";
import { giftForm } from "~/features/orders/gifts/gift-form";
import { findGiftProduct } from "~/features/orders/gifts/gifts.queries.server";
import { GiftFields } from "~/features/orders/gifts/given-gift";
import { AccountPage } from "~/features/shop/catalog/shop-page";
import { LearningTexts } from "~/i18n/learning-texts";
import { decideLocale } from "~/i18n/page-language";
import { metaText } from "~/i18n/page-titles";
import { useText } from "~/i18n/use-locale";
import { parseFields, problemWith, readForm, refuse } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo } from "~/platform/responses.server";
import { requireViewer } from "~/server/guards.server";
import { Notice } from "~/ui/notice";

export const meta: MetaFunction = ({ location }) => metaText(location, "give");

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId } = await requireViewer({ request, context });
  const videoId = parseId(params.videoId);
  const product = videoId && (await findGiftProduct(context.services.db, videoId));
  if (!product || product.creator_id === userId) throw new Response(null, { status: 404 });
  const { creator_id: _, ...shown } = product;
  const coupon = readTypedCode(new URL(request.url).searchParams.get(couponParameter));
  return { product: shown, coupon };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context, backTo: `/videos/${parseId(params.videoId)}/gift` });
  const fields = await readForm(request);
  const form = parseFields(giftForm(context.services.clock()), fields);
  if (!form.ok) return refuse(form.problem);
  const { email, day, message } = form.value;
  const videoId = parseId(params.videoId);
  const locale = decideLocale(new URL(request.url));
  const gift = { email, message, deliverAt: day };
  const checkoutRequest = { videoId, shownPriceCents: parseShownPrice(fields), gift, locale };
  const started = await startCheckout(context, viewer, checkoutRequest);
  if (started.ok) return redirect(started.url, 303);
  if (started.refusal === "notFound")
    throw await goTo("/marketplace", { request, context, flash: started.flash });
  const { text, status } = refusals[started.refusal];
  const error = started.refusal === "priceRose" ? "gifts.priceRose" : text;
  return refuse(problemWith(fields, { form: error }), { status });
}

export default function Give() {
  return (
    <LearningTexts>
      <Content />
    </LearningTexts>
  );
}

function Content() {
  const { product, coupon } = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  const t = useText();
  return (
    <AccountPage
      title={t("gifts.giveTitle")}
      description={t("gifts.giveText")}
      backTo={withCoupon(`/videos/${product.id}`, coupon)}
    >
      {coupon && <Notice className="mb-6">{t("gifts.noCoupon", { code: coupon })}</Notice>}
      <GiftFields product={product} result={result}>
        <input type="hidden" name={shownPriceField} value={product.price_cents} />
      </GiftFields>
    </AccountPage>
  );
}
