import type { MessageKey } from "~/i18n/message-key";

export const buyRefusals = {
  notFound: "watch.notFound",
  onlyInCourse: "marketplace.onlyInCourse",
  ownVideo: "marketplace.ownVideo",
  alreadyBought: "marketplace.alreadyBought",
  lessonProcessing: "marketplace.lessonProcessing",
  paymentProcessing: "marketplace.paymentProcessing",
  disputed: "marketplace.paymentDisputed",
  notPayable: "marketplace.notPayable",
  tooManyCheckouts: "marketplace.tooManyCheckouts",
  tooManyFree: "marketplace.tooManyCheckouts",
} as const satisfies Record<string, MessageKey>;

export type BuyRefusal = keyof typeof buyRefusals;
