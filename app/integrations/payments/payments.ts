/**
 * What the product needs from a payment provider, in its own words. No provider type leaks through here,
 * so that a feature can be read, and tried, without knowing who moves the money.
 *
 * Every method but `readEvent` and `readKeptEvent` speaks over the network and throws `PaymentsUnavailable` for an outage or
 * `PaymentsRefused` for a request the provider will not take (see payments-errors.ts).
 */

export type CheckoutLocale = "pt" | "en";

export type CheckoutCurrency = "BRL" | "USD" | "EUR";

/** A way to pay whose settlement is built and tested. */
export type CheckoutMethod = "card" | "pix" | "boleto";

/** What is sold, to whom, and where the buyer goes afterwards. */
export interface OpenCheckout {
  /** Our own sale. The same id always leads to the same checkout, however often it is asked for. */
  saleId: string;
  title: string;
  /** Whole cents, at least 50. */
  amountCents: number;
  currency: CheckoutCurrency;
  /** The ways to pay that may be offered, at least one. The provider leaves out those that the account has switched off. */
  methods: readonly CheckoutMethod[];
  buyerEmail: string;
  locale: CheckoutLocale;
  /** Absolute URL. `session_id=<checkout id>` is added to its query. */
  successUrl: string;
  /** Absolute URL, used as it is. */
  cancelUrl: string;
  /** Between 30 minutes and 24 hours ahead by the provider's clock, so leave a minute at either end. */
  expiresAt: Date;
}

/** A checkout as the provider sees it at the moment of asking. */
export interface Checkout {
  sessionId: string;
  /** The sale given when it was opened; undefined for a checkout that is not ours. */
  saleId: string | undefined;
  /** Where the buyer pays; undefined once it is complete or expired. */
  url: string | undefined;
  /** `complete` says that the buyer is through, not that the money arrived: that is `paid`. */
  status: "open" | "complete" | "expired";
  paid: boolean;
  /** Complete, and the payment that was to come will not: a boleto or Pix code that ended unpaid. */
  failed: boolean;
  /** The provider's name for the payment, once there was an attempt to pay. */
  paymentIntentId: string | undefined;
  /** When the payment succeeded, by the provider's clock. Undefined while unpaid, and in an event: its own time is the payment's. */
  paidAt?: Date | undefined;
  amountCents: number;
  /** ISO 4217, upper-case. */
  currency: string;
  expiresAt: Date;
}

/**
 * What an event says about a checkout, with the checkout as it was when the event was made.
 * - `checkoutCompleted`: the buyer is through; `paid` false means that the money is still to come (Pix, boleto)
 * - `checkoutPaid`, `checkoutFailed`: how a payment ended that was still to come
 * - `checkoutExpired`: nobody paid in time, or the checkout was ended by us
 */
export interface CheckoutFact extends Omit<Checkout, "failed"> {
  kind: "checkoutCompleted" | "checkoutPaid" | "checkoutFailed" | "checkoutExpired";
}

/** How the buyer paid; `other` for a way we never asked for. */
export type PaymentMethod = "card" | "pix" | "boleto" | "other";

/** A payment that went through, as the provider booked it. */
export interface Charge {
  chargeId: string;
  paymentIntentId: string;
  /** The sale given when its checkout was opened; undefined for one that is not ours. */
  saleId: string | undefined;
  method: PaymentMethod;
  amountCents: number;
  /** ISO 4217, upper-case. */
  currency: string;
  /** What the provider keeps, in cents of the charge's currency; undefined until it has booked the charge. */
  feeCents: number | undefined;
}

/** A payment whose money is still to come: a boleto that was issued, a Pix code that was shown. */
export interface PendingPayment {
  method: PaymentMethod;
  /** The number of a boleto or the text of a Pix code, to copy into a bank's app; undefined where the provider has none. */
  code: string | undefined;
  /** The provider's own page with the voucher or the code; undefined where there is none. */
  voucherUrl: string | undefined;
  /** Until when the buyer can pay; undefined where the provider does not say. The bank's word may come a business day later. */
  expiresAt: Date | undefined;
}

/**
 * Money on its way back to a buyer. `failed` may still follow `succeeded`: the buyer's bank would not take it, and the
 * provider gave the money back to us.
 */
export interface Refund {
  /** The provider's name for it. */
  refundId: string;
  /** The name we gave it; undefined for one made in the provider's own screens. */
  ownId: string | undefined;
  paymentIntentId: string;
  amountCents: number;
  /** ISO 4217, upper-case. */
  currency: string;
  status: "pending" | "succeeded" | "failed";
  /** The provider's word for why it failed, such as `expired_or_canceled_card`; undefined where it gives none. */
  failure: string | undefined;
  createdAt: Date;
}

/**
 * A buyer's bank asks the money back.
 * - `open`: the money is withdrawn from us until it is decided
 * - `released`: won, or prevented: the money is ours again
 * - `lost`: the money is gone; an appeal makes it `open` once more, and may end `released`
 * - `inquiry`: a question only, no money moved
 */
export interface Dispute {
  disputeId: string;
  paymentIntentId: string;
  amountCents: number;
  /** ISO 4217, upper-case. */
  currency: string;
  status: "open" | "released" | "lost" | "inquiry";
  /** The provider's word for why, such as `fraudulent`. */
  reason: string;
  createdAt: Date;
  /** When the money was withdrawn (`open`, `lost`) or returned (`released`); undefined where none moved, or not yet. */
  movedAt?: Date | undefined;
}

/** A change of the account's balance, as the provider booked it, in the account's own currency. */
export interface Movement {
  /** The provider's name for it. */
  movementId: string;
  /** The provider's own words for what it is; new ones come without notice. */
  type: string;
  category: string;
  /** Cents; `netCents` is the amount less the fee, and is what changed the balance. */
  amountCents: number;
  feeCents: number;
  netCents: number;
  /** ISO 4217, upper-case. */
  currency: string;
  /** The charge, refund, dispute or payout that it is of. */
  sourceId: string | undefined;
  createdAt: Date;
}

/** Most messages only say that a charge is booked: `findCharge` gives the fee then. */
export interface ChargeFact extends Charge {
  kind: "charge";
}
export interface RefundFact extends Refund {
  kind: "refund";
}
export interface DisputeFact extends Dispute {
  kind: "dispute";
}

/** What a message says, a union by `kind`. */
export type PaymentFact = CheckoutFact | ChargeFact | RefundFact | DisputeFact;

/** What is given back, and of which payment. */
export interface NewRefund {
  /** Our own name for it. The same one always leads to the same refund, however often it is asked for. */
  ownId: string;
  paymentIntentId: string;
  /** Whole cents, at least 1, at most what is left of the payment. */
  amountCents: number;
}

/** One message from the provider. They repeat and come in any order: `id` tells a repeat, nothing tells the order. */
export interface PaymentEvent {
  id: string;
  createdAt: Date;
  /** The provider's own name for it. */
  type: string;
  /** The message as received, byte for byte, and as parsed from JSON. */
  body: Uint8Array;
  payload: unknown;
  /** Undefined for a message that changes nothing here. */
  fact: PaymentFact | undefined;
}

/** A message that the provider signed and that is not understood: of a new form, or no event at all. */
export interface UnreadableMessage {
  /** The provider's id, where it has one. */
  id: string | undefined;
  /** The same for the same body: SHA-256, hexadecimal. */
  digest: string;
  type: string;
  body: Uint8Array;
  /** Undefined where it is no JSON. */
  payload: unknown;
}

/** A message as it was kept: one of the two, the body where both. */
export interface KeptMessage {
  body: Uint8Array | null;
  payload: unknown;
}

export type ReadEvent =
  | { ok: true; event: PaymentEvent }
  | { ok: false; error: "badSignature" }
  | { ok: false; error: "malformed"; message: UnreadableMessage };

export interface Payments {
  /**
   * Opens a checkout for a sale. Asking again with the same input gives the same checkout, as it was when it was
   * opened (`findCheckout` gives it as it is now), for at least 24 hours; the same sale with another input is refused
   * with `repeatedDifferently`, so everything in the input must come from the stored sale.
   */
  openCheckout(input: OpenCheckout): Promise<Checkout>;
  findCheckout(sessionId: string): Promise<Checkout | undefined>;
  /** Ends an open checkout. One that is already complete or expired is returned as it is; an unknown one is undefined. */
  expireCheckout(sessionId: string): Promise<Checkout | undefined>;
  /**
   * Gives money back. Throws `PaymentsRefused` with `refundTooLarge`, `alreadyRefunded`, `disputed` (no refund while a
   * dispute is open), or `notRefundable` (a boleto, or a Pix after 90 days) where the provider says so.
   */
  refund(input: NewRefund): Promise<Refund>;
  /** A dispute as it is now; undefined for an unknown one, or one of a charge made without a checkout. */
  findDispute(disputeId: string): Promise<Dispute | undefined>;
  /** The payment as booked: how it was paid, and the fee. Undefined while nothing was paid, or for an unknown one. */
  findCharge(paymentIntentId: string): Promise<Charge | undefined>;
  /** What a complete but unpaid checkout waits for. Undefined for a payment that is through, failed, or unknown. */
  findPending(paymentIntentId: string): Promise<PendingPayment | undefined>;
  /** All made since then, oldest or newest first as the provider likes, read page by page as they are asked for. */
  listCheckouts(since: Date): AsyncIterable<Checkout>;
  listCharges(since: Date): AsyncIterable<Charge>;
  listRefunds(since: Date): AsyncIterable<Refund>;
  listDisputes(since: Date): AsyncIterable<Dispute>;
  listMovements(since: Date): AsyncIterable<Movement>;
  /** What the account holds in a currency (ISO 4217, upper-case), in cents: available and pending. */
  findBalance(currency: string): Promise<number>;
  /**
   * Reads a message of the provider. `rawBody` must be the bytes as received, or their text; `signature` is its
   * signature header. Anything not signed within the last five minutes with our secret is `badSignature`.
   */
  readEvent(rawBody: string | Uint8Array, signature: string | null): ReadEvent;
  /** Reads a message that was kept. Undefined for one that is not understood. */
  readKeptEvent(kept: KeptMessage): PaymentEvent | undefined;
}
