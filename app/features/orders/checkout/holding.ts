import type { PaymentMethod } from "~/features/money/ledger/sale-status";
import type { AwaitedPaymentView } from "./awaited-payment";

export interface HoldingPayment {
  /** Of the sale. */
  id: string;
  method: PaymentMethod | null;
  /** Until when its code can be paid. */
  until: Date | null;
}

/** `course`: a purchase of a course with the video. `lessons`: lessons that paid for a course. */
type HoldingSource = "purchase" | "course" | "gift" | "lessons";

/** `guest`: the creator withdrew an invitation. */
type EndReason = "refunded" | "withdrawn" | "disputeLost" | "gift" | "lessons" | "guest";

/** `title`: of the product that gave the access. */
export interface HoldingFacts {
  granted: boolean;
  disputed: { by: HoldingSource; title: string } | null;
  paying: HoldingPayment | null;
  /** A pending payment of a lesson of this course, or of a course with this lesson. */
  held: (HoldingPayment & { title: string; isCourse: boolean }) | null;
  ended: { why: EndReason; title: string; isCourse: boolean } | null;
  /** A course of theirs that had dropped this lesson before they got it. */
  removedFrom: { id: string; title: string } | null;
  failed: boolean;
}

/** `suspended`: until the bank decides. `held`: another payment comes first. `none`: may buy; why access ended, if it did. */
export type Holding =
  | { kind: "owner" }
  | { kind: "has" }
  | { kind: "suspended"; by: HoldingSource; title: string }
  | { kind: "paying"; payment: HoldingPayment }
  | { kind: "held"; payment: HoldingPayment; title: string; isCourse: boolean }
  | ({ kind: "none" } & Partial<Pick<HoldingFacts, "ended" | "removedFrom" | "failed">>);

/** The first that applies, the strongest first. */
export function decideHolding(personId: string | undefined, creatorId: string, facts: HoldingFacts): Holding {
  if (personId === undefined) return { kind: "none" };
  if (personId === creatorId) return { kind: "owner" };
  if (facts.granted) return { kind: "has" };
  if (facts.disputed) return { kind: "suspended", ...facts.disputed };
  if (facts.paying) return { kind: "paying", payment: facts.paying };
  if (facts.held) {
    const { title, isCourse, ...payment } = facts.held;
    return { kind: "held", payment, title, isCourse };
  }
  const { ended, removedFrom, failed } = facts;
  return { kind: "none", ended, removedFrom, failed };
}

/**
 * Returns why a person may not buy a product; undefined if they may. `lockShopVideo` checks that it is for sale, and
 * `findOverlap` that no other payment comes first.
 */
export function refusePurchase(
  { kind }: Holding,
  { isGift, isFree }: { isGift: boolean; isFree: boolean },
): "ownVideo" | "notFound" | "alreadyBought" | "disputed" | "paymentProcessing" | undefined {
  if (kind === "owner") return "ownVideo";
  // A gift is for somebody else, whatever its buyer has.
  if (isGift) return isFree ? "notFound" : undefined;
  if (kind === "has") return "alreadyBought";
  // The money may still come back, and with it the access.
  if (kind === "suspended") return "disputed";
  return kind === "paying" ? "paymentProcessing" : undefined;
}

/** `held`: a payment of its course, or of one of its lessons, comes first. */
type WatchStep = "login" | "buy" | "held" | "paying" | "disputed" | "bought" | "own";

export interface WatchButtonState {
  step: WatchStep;
  /** Only with `paying` and `held`. */
  saleId?: string;
  /** Only with `paying` and `held`, and only while the buyer can still pay. */
  awaited?: AwaitedPaymentView;
}
