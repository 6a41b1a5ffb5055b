import type { MessageKey } from "~/i18n/message-key";
import type { Flash } from "~/platform/session/cookies.server";

interface Refusal {
  text: MessageKey;
  status: number;
  /** No failure: the product's page shows what to do next. */
  leadsToProduct?: true;
}

export const refusals = {
  notFound: { text: "watch.notFound", status: 404 },
  onlyInCourse: { text: "marketplace.onlyInCourse", status: 409, leadsToProduct: true },
  ownVideo: { text: "marketplace.ownVideo", status: 409, leadsToProduct: true },
  alreadyBought: { text: "marketplace.alreadyBought", status: 409, leadsToProduct: true },
  lessonProcessing: { text: "marketplace.lessonProcessing", status: 409 },
  paymentProcessing: { text: "marketplace.paymentProcessing", status: 409, leadsToProduct: true },
  disputed: { text: "marketplace.paymentDisputed", status: 409, leadsToProduct: true },
  priceRose: { text: "marketplace.priceRose", status: 409, leadsToProduct: true },
  coupon: { text: "marketplace.couponRefused", status: 409 },
  tooManyCheckouts: { text: "marketplace.tooManyCheckouts", status: 429 },
  tooManyFree: { text: "marketplace.tooManyCheckouts", status: 429 },
  notPayable: { text: "marketplace.notPayable", status: 503 },
  inProgress: { text: "marketplace.buyInProgress", status: 503 },
  paymentsAway: { text: "marketplace.paymentsDown", status: 503 },
  shopAway: { text: "marketplace.shopBusy", status: 503 },
} as const satisfies Record<string, Refusal>;

export type RefusalName = keyof typeof refusals;

export function leadsToProduct(name: RefusalName): boolean {
  return "leadsToProduct" in refusals[name];
}

/** `values`: placeholders of the text (product.md, Purchase flow). */
export function refusalFlash(name: RefusalName, values?: Record<string, string>): Flash {
  const { text } = refusals[name];
  return leadsToProduct(name)
    ? { tone: "info", title: text, values }
    : { tone: "error", title: "marketplace.buyFailed", description: text };
}
