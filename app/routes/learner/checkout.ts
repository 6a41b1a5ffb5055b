import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import type { CheckoutAnswer } from "~/features/checkout/buy-form";
import { type BuyRefusal, buyRefusals } from "~/features/checkout/buy-refusals";
import { buyVideo } from "~/features/checkout/buy-video.server";
import { leadsToVideo } from "~/features/checkout/needless-purchase";
import { parseShownPrice } from "~/features/checkout/shown-price";
import { parseId } from "~/features/fields/record-id";
import { formatMoney } from "~/features/money/money";
import { decideLocale } from "~/i18n/locale";
import type { MessageKey } from "~/i18n/message-key";
import { readForm } from "~/platform/forms.server";
import { answerLostLine } from "~/platform/network-failure";
import { isOutage } from "~/platform/outage.server";
import { goTo } from "~/platform/responses.server";
import { requireViewer } from "~/server/guards.server";

/** Every other refusal is 409. */
const statuses: Partial<Record<BuyRefusal, number>> = {
  notFound: 404,
  notPayable: 503,
  tooManyCheckouts: 429,
};

/** Opened by hand or reloaded: the video's own page. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  throw await goTo(`/videos/${parseId(params.videoId) ?? ""}`, { request, context });
}

/** As if it had answered: the page says so, and closes the tab that waits. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  answerLostLine(serverAction, () => ({ ok: false, error: "errors.noAnswerShort" }) satisfies CheckoutAnswer);

/**
 * Begins to buy: 303 to the payment page; for a script, its address as data. The form says which price its page showed;
 * a request without a form is charged the price that the video has.
 */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const shownPriceCents = await readShownPrice(request);
  const videoId = parseId(params.videoId);
  const locale = decideLocale(new URL(request.url));
  try {
    const bought = videoId
      ? await buyVideo(context.services, viewer, videoId, locale, { shownPriceCents })
      : ({ ok: false, error: "notFound" } as const);
    if (!bought.ok && bought.error === "priceRose") {
      const price = formatMoney(bought.priceCents, bought.currency, locale);
      return answer("marketplace.priceRose", 409, { price });
    }
    if (!bought.ok) return answer(buyRefusals[bought.error], statuses[bought.error] ?? 409);
    if (context.isDataRequest) return data<CheckoutAnswer>({ ok: true, url: bought.checkoutUrl });
    return redirect(bought.checkoutUrl, 303);
  } catch (error) {
    if (!isOutage(error)) throw error;
    context.log.error({ err: error }, "checkout could not be opened");
    return answer("marketplace.paymentsDown", 503);
  }

  async function answer(error: MessageKey, status: number, values?: Record<string, string>) {
    if (context.isDataRequest) return data<CheckoutAnswer>({ ok: false, error, values }, { status });
    const path = error === "watch.notFound" ? "/marketplace" : `/watch/${videoId}`;
    const flash = leadsToVideo(error)
      ? ({ tone: "info", title: error, values } as const)
      : ({ tone: "error", title: "marketplace.buyFailed", description: error } as const);
    return goTo(path, { request, context, flash });
  }
}

async function readShownPrice(request: Request): Promise<number | undefined> {
  const isForm = request.headers.get("Content-Type")?.startsWith("application/x-www-form-urlencoded");
  return isForm ? parseShownPrice(await readForm(request)) : undefined;
}
