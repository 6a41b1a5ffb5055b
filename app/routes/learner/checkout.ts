import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import type { CheckoutAnswer } from "~/features/sales/buy-form";
import { buyVideo } from "~/features/sales/buy-video.server";
import { leadsToVideo } from "~/features/sales/needless-purchase";
import { parseVideoId } from "~/features/videos/video-id";
import { decideLocale } from "~/i18n/locale";
import type { MessageKey } from "~/i18n/message-key";
import { requireViewer } from "~/platform/guards.server";
import { answerLostLine } from "~/platform/lost-line";
import { isOutage } from "~/platform/outage.server";
import { goTo } from "~/platform/responses.server";

const refusals = {
  notFound: "watch.notFound",
  ownVideo: "marketplace.ownVideo",
  alreadyBought: "marketplace.alreadyBought",
  paymentProcessing: "marketplace.paymentProcessing",
  disputed: "marketplace.paymentDisputed",
  tooManyCheckouts: "marketplace.tooManyCheckouts",
} as const satisfies Record<string, MessageKey>;

/** Every other refusal is 409. */
const statuses: Partial<Record<keyof typeof refusals, number>> = { notFound: 404, tooManyCheckouts: 429 };

/** Opened by hand or reloaded: the video's own page. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  throw await goTo(`/videos/${parseVideoId(params.videoId) ?? ""}`, { request, context });
}

/** As if it had answered: the page says so, and closes the tab that waits. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  answerLostLine(serverAction, () => ({ ok: false, error: "errors.noAnswerShort" }) satisfies CheckoutAnswer);

/** Begins to buy: 303 to the payment page; for a script, its address as data. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context });
  const videoId = parseVideoId(params.videoId);
  const locale = decideLocale(new URL(request.url));
  try {
    const bought = videoId
      ? await buyVideo(context.services, viewer, videoId, locale)
      : ({ ok: false, error: "notFound" } as const);
    if (!bought.ok) return answer(refusals[bought.error], statuses[bought.error] ?? 409);
    if (context.isDataRequest) return data<CheckoutAnswer>({ ok: true, url: bought.checkoutUrl });
    return redirect(bought.checkoutUrl, 303);
  } catch (error) {
    if (!isOutage(error)) throw error;
    context.log.error({ err: error }, "checkout could not be opened");
    return answer("marketplace.paymentsDown", 503);
  }

  async function answer(error: MessageKey, status: number) {
    if (context.isDataRequest) return data<CheckoutAnswer>({ ok: false, error }, { status });
    const path = error === "watch.notFound" ? "/marketplace" : `/watch/${videoId}`;
    const flash = leadsToVideo(error)
      ? ({ tone: "info", title: error } as const)
      : ({ tone: "error", title: "marketplace.buyFailed", description: error } as const);
    return goTo(path, { request, context, flash });
  }
}
