import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { PaymentElsewhere } from "~/features/orders/checkout/awaited-payment";
import { paymentPath } from "~/features/orders/checkout/awaited-payment";
import { PaymentSections } from "~/features/orders/checkout/payment-sections";
import { leadsToProduct, refusalFlash } from "~/features/orders/checkout/refusals";
import { payOtherwise, showPayment } from "~/features/orders/checkout/show-payment.server";
import { parseShownPrice } from "~/features/orders/checkout/shown-price";
import { refusalOfOutage } from "~/features/orders/checkout/start-checkout.server";
import { ShopPage } from "~/features/shop/catalog/shop-page";
import { LearningTexts } from "~/i18n/learning-texts";
import { formatMoney } from "~/i18n/money";
import { decideLocale } from "~/i18n/page-language";
import { metaText } from "~/i18n/page-titles";
import { readForm } from "~/platform/forms/forms.server";
import { parseId } from "~/platform/forms/record-id";
import { goTo } from "~/platform/responses.server";
import type { Flash } from "~/platform/session/cookies.server";
import { purchaseLogin, requireId, requireViewer } from "~/server/guards.server";

export const meta: MetaFunction = ({ location }) => [
  ...metaText(location, "payment"),
  { name: "robots", content: "noindex" },
];

const pathOf = (elsewhere: PaymentElsewhere, videoId: string) =>
  elsewhere === "watch" ? `/watch/${videoId}` : "/purchases";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { userId: consumerId } = await requireViewer({ request, context, flash: purchaseLogin });
  const saleId = parseId(params.saleId);
  const locale = decideLocale(new URL(request.url));
  const shown = saleId && (await showPayment(context.services, { consumerId, saleId, locale }));
  if (!shown) throw new Response(null, { status: 404 });
  if (shown.kind === "elsewhere") {
    // For example paid in the bank's app or another tab while this page was open.
    const flash: Flash | undefined =
      shown.elsewhere === "watch" ? { tone: "success", title: "watch.paid", sings: true } : undefined;
    throw await goTo(pathOf(shown.elsewhere, shown.videoId), { request, context, flash });
  }
  return shown;
}

/** Ends or sets aside the payment, and redirects to another payment page. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context, flash: purchaseLogin });
  const fields = await readForm(request);
  if (fields.intent !== "other") throw new Response(null, { status: 400 });
  const saleId = requireId(params.saleId);
  const locale = decideLocale(new URL(request.url));
  const here = paymentPath(saleId);
  const paymentRequest = { saleId, shownPriceCents: parseShownPrice(fields), locale };
  try {
    const paid = await payOtherwise(context.services, viewer, paymentRequest);
    if (!paid) throw new Response(null, { status: 404 });
    if (paid.kind === "elsewhere") return goTo(pathOf(paid.elsewhere, paid.videoId), { request, context });
    const { bought, videoId } = paid;
    if (bought.ok) return redirect(bought.checkoutUrl, 303);
    if (bought.error === "priceRose") {
      const price = formatMoney(bought.priceCents, bought.currency, locale);
      return goTo(here, { request, context, flash: refusalFlash("priceRose", { price }) });
    }
    const path = leadsToProduct(bought.error) ? `/watch/${videoId}` : here;
    return goTo(path, { request, context, flash: refusalFlash(bought.error) });
  } catch (error) {
    const outage = refusalOfOutage(error);
    if (!outage) throw error;
    context.log.error({ err: error, saleId }, "another payment could not be opened");
    return goTo(here, { request, context, flash: refusalFlash(outage) });
  }
}

export default function Payment() {
  const payment = useLoaderData<typeof loader>();
  return (
    <LearningTexts>
      <ShopPage width="medium" className="py-8 sm:py-12">
        <PaymentSections payment={payment} />
      </ShopPage>
    </LearningTexts>
  );
}
