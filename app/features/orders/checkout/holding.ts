import type { PaymentMethod } from "~/features/money/ledger/sale-status";
import type { AwaitedPaymentView } from "./payment-link";

/** A pending payment. */
export interface HoldingPayment {
  /** The sale. */
  id: string;
  method: PaymentMethod | null;
  /** Until when a code that was shown can be paid. */
  until: Date | null;
}

/**
 * By what a person has or had a video: a purchase of it or of a course with it, a gift, or lessons that paid for a
 * course.
 */
export type HoldingSource = "purchase" | "course" | "gift" | "lessons";

/** Why access ended: `guest`: its creator withdrew an invitation. */
export type EndReason = "refunded" | "withdrawn" | "disputeLost" | "gift" | "lessons" | "guest";

/** What the database knows of a person and a video. `title`: of the product that gave the access. */
export interface HoldingFacts {
  granted: boolean;
  disputed: { by: HoldingSource; title: string } | null;
  paying: HoldingPayment | null;
  /** A pending payment of a lesson of this course, or of a course that has this lesson. */
  held: (HoldingPayment & { title: string; isCourse: boolean }) | null;
  ended: { why: EndReason; title: string; isCourse: boolean } | null;
  /** A course of theirs that no longer had this lesson when they got it. */
  removedFrom: { id: string; title: string } | null;
  /** A payment did not go through. */
  failed: boolean;
}

/**
 * What a person has of a video or course. `suspended`: until the bank decides; `held`: another payment is decided
 * first; `none`: they may buy it, and why they no longer have it, if they had it.
 */
export type Holding =
  | { kind: "owner" }
  | { kind: "has" }
  | { kind: "suspended"; by: HoldingSource; title: string }
  | { kind: "paying"; payment: HoldingPayment }
  | { kind: "held"; payment: HoldingPayment; title: string; isCourse: boolean }
  | ({ kind: "none" } & Partial<Pick<HoldingFacts, "ended" | "removedFrom" | "failed">>);

/** Decides what a person has of a video: the first that applies, the strongest first. */
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
 * Returns why a person may not buy a product that is for sale; undefined if they may. That it is for sale is decided
 * when its row is locked (`lockShopVideo`), and a payment that is decided first afterwards (`findOverlap`).
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

/**
 * What the Watch button does: sign in, buy, show the status of a payment or its dispute, or play a video that the
 * viewer has access to, or their own. `held`: a payment of its course or of a lesson of it comes first.
 */
type WatchStep = "login" | "buy" | "held" | "paying" | "disputed" | "bought" | "own";

/** The action of the Watch button, and the status of a pending payment. */
export interface WatchButtonState {
  step: WatchStep;
  /** Only with `paying` and `held`. */
  saleId?: string;
  /** Only with `paying` and `held`, and only while the buyer can still pay. */
  awaited?: AwaitedPaymentView;
}
