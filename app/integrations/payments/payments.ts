/**
 * What the product needs from a payment provider, in the product's own terms. An adapter translates the provider's
 * reasons, statuses, event types and error codes; what has no term here is `other`, `open` or `pending`.
 *
 * Every method but `readEvent` and `readKeptEvent` makes a request and throws `PaymentsUnavailable` for an outage or
 * `PaymentsRefused` for a request that the provider refuses (see payments-errors.ts).
 */

import type { Locale } from "~/i18n/languages";

type CheckoutCurrency = "BRL" | "USD" | "EUR";

type CheckoutMethod = "card" | "pix" | "boleto";

/**
 * Stored with the provider, so that a sale that a restored backup does not have can be made again from its checkout.
 */
export interface SaleTerms {
  /** The buyer's account. */
  buyerId: string;
  videoId: string;
  /** The platform's share in basis points, 0 to 10,000. */
  platformShareBp: number;
  /** Whether the buyer gives the access to somebody else. */
  isGift: boolean;
}

/** The item, the buyer, and where the buyer goes afterwards. */
export interface OpenCheckout {
  /** Our own sale. The same id always returns the same checkout. */
  saleId: string;
  terms: SaleTerms;
  title: string;
  /** Whole cents, at least 50. */
  amountCents: number;
  currency: CheckoutCurrency;
  /** The methods that may be offered, at least one. The provider leaves out those that are off in the account. */
  methods: readonly CheckoutMethod[];
  buyerEmail: string;
  locale: Locale;
  /** Absolute URL. `session_id=<checkout id>` is added to its query. */
  successUrl: string;
  /** Absolute URL, used as it is. */
  cancelUrl: string;
  /** 30 minutes to 24 hours ahead by the provider's clock: leave a minute at either end. */
  expiresAt: Date;
}

/** A checkout as the provider has it now. */
export interface Checkout {
  checkoutId: string;
  /** The sale given when it was opened; undefined for a checkout that is not ours. */
  saleId: string | undefined;
  /** Undefined for a checkout opened before terms were stored with it. */
  terms?: SaleTerms | undefined;
  openedAt?: Date | undefined;
  /** The buyer's payment page; undefined once the checkout is complete or expired. */
  url: string | undefined;
  /** `complete`: the buyer has finished. The money may still be missing: see `paid`. */
  status: "open" | "complete" | "expired";
  paid: boolean;
  /** Complete, and its boleto or Pix code expired unpaid. */
  failed: boolean;
  /** The provider's id of the payment, once there was an attempt to pay. */
  paymentId: string | undefined;
  /**
   * When the payment succeeded, by the provider's clock. Undefined while unpaid, and in an event, whose own time it is.
   */
  paidAt?: Date | undefined;
  amountCents: number;
  /** ISO 4217, upper-case. */
  currency: string;
  expiresAt: Date;
}

/**
 * An event about a checkout, with the checkout as it was when the event was made.
 * - `checkoutCompleted`: the buyer has finished; `paid` false: the money is still to come (Pix, boleto)
 * - `checkoutPaid`, `checkoutFailed`: the outcome of a payment that was still to come
 * - `checkoutExpired`: nobody paid in time, or we expired the checkout
 */
export interface CheckoutFact extends Omit<Checkout, "failed"> {
  kind: "checkoutCompleted" | "checkoutPaid" | "checkoutFailed" | "checkoutExpired";
}

/** How the buyer paid; `other` for a method that the product does not offer. */
export type PaymentMethod = "card" | "pix" | "boleto" | "other";

/** A payment that succeeded, as the provider booked it. */
export interface Charge {
  chargeId: string;
  paymentId: string;
  /** The sale given when its checkout was opened; undefined for one that is not ours. */
  saleId: string | undefined;
  method: PaymentMethod;
  amountCents: number;
  /** ISO 4217, upper-case. */
  currency: string;
  /** The provider's fee, in cents of the charge's currency; undefined until the charge is booked. */
  feeCents: number | undefined;
}

/** A payment whose money is still to come: a boleto that was issued, a Pix code that was shown. */
export interface PendingPayment {
  method: PaymentMethod;
  /**
   * The number of a boleto or the text of a Pix code, to copy into a bank's app; undefined where the provider has none.
   */
  code: string | undefined;
  /** The provider's page with the voucher or the code; undefined without one. */
  voucherUrl: string | undefined;
  /** Until when the buyer can pay; undefined where unknown. The bank may confirm a business day later. */
  expiresAt: Date | undefined;
}

/** Why a refund failed; `unknown` where the provider does not know, `other` for a reason without a term here. */
export type RefundFailure =
  | "disputed"
  | "declined"
  | "cardExpired"
  | "cardLost"
  | "insufficientFunds"
  | "canceledByUs"
  | "unknown"
  | "other";

/**
 * A refund. `failed` may still follow `succeeded`: the buyer's bank refused it, and the provider returned the money to
 * us.
 */
export interface Refund {
  /** The provider's id. */
  refundId: string;
  /** Our own id; undefined for a refund made in the provider's dashboard. */
  ownId: string | undefined;
  paymentId: string;
  amountCents: number;
  /** ISO 4217, upper-case. */
  currency: string;
  status: "pending" | "succeeded" | "failed";
  /** Undefined where it did not fail, or the provider gives no reason. */
  failure: RefundFailure | undefined;
  /** The provider's own text, for `other`. */
  providerMessage?: string | undefined;
  createdAt: Date;
  /**
   * When the money of a failed refund came back to us. Undefined where none did, or the provider does not say, as in an
   * event.
   */
  failedAt?: Date | undefined;
}

/** Why a buyer disputes a payment; `other` for a reason without a term here. */
export type DisputeReason =
  | "fraud"
  | "unrecognized"
  | "duplicate"
  | "notReceived"
  | "notAsDescribed"
  | "refundNotReceived"
  | "subscriptionCanceled"
  | "requestedByBuyer"
  | "debitNotAuthorized"
  | "insufficientFunds"
  | "wrongAccountDetails"
  | "bankCannotProcess"
  | "checkReturned"
  | "againstCardRules"
  | "general"
  | "other";

/**
 * A dispute of a payment by the buyer's bank.
 * - `open`: the money is withdrawn from us until it is decided
 * - `released`: won, or prevented: the money is ours again
 * - `lost`: the money is gone; an appeal makes it `open` again, and may end `released`
 * - `inquiry`: a question only, no money moved
 */
export interface Dispute {
  disputeId: string;
  paymentId: string;
  amountCents: number;
  /** ISO 4217, upper-case. */
  currency: string;
  status: "open" | "released" | "lost" | "inquiry";
  reason: DisputeReason;
  /** Until when it can be answered; undefined where it cannot. */
  dueBy?: Date | undefined;
  createdAt: Date;
  /** When the money was first withdrawn; undefined where none was. */
  openedAt?: Date | undefined;
  /** When the money was withdrawn (`open`, `lost`) or returned (`released`); undefined where none moved, or not yet. */
  movedAt?: Date | undefined;
}

/** The kind of a movement of the account's balance; `other` for a category without a term here. */
export type MovementCategory =
  | "charge"
  | "refund"
  | "refund_failure"
  | "dispute"
  | "dispute_reversal"
  | "fee"
  | "payout"
  | "payout_reversal"
  | "other";

/** A change of the account's balance, as the provider booked it, in the account's own currency. */
export interface Movement {
  /** The provider's id. */
  movementId: string;
  category: MovementCategory;
  /** The provider's own name of its type, only to be shown. */
  providerType: string;
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

/** Most events only say that a charge is booked: `findCharge` returns the fee then. */
export interface ChargeFact extends Charge {
  kind: "charge";
}
export interface RefundFact extends Refund {
  kind: "refund";
}
export interface DisputeFact extends Dispute {
  kind: "dispute";
}

/** The content of an event, by `kind`. */
export type PaymentFact = CheckoutFact | ChargeFact | RefundFact | DisputeFact;

export interface NewRefund {
  /** Our own id. The same id always returns the same refund. */
  ownId: string;
  paymentId: string;
  /** Whole cents, at least 1, at most what is left of the payment. */
  amountCents: number;
}

/** An event from the provider. Events repeat, with the same `id`, and come in any order. */
export interface PaymentEvent {
  id: string;
  createdAt: Date;
  /** The provider's own name of its type, only to be shown. */
  providerType: string;
  /** The body as received, byte for byte, and as parsed from JSON. */
  body: Uint8Array;
  payload: unknown;
  /** Undefined for an event that changes nothing here. */
  fact: PaymentFact | undefined;
}

/** A correctly signed body that cannot be parsed as an event. */
export interface UnreadableMessage {
  /** The provider's id, where it has one. */
  id: string | undefined;
  /** SHA-256 of the body, hexadecimal. */
  digest: string;
  providerType: string;
  body: Uint8Array;
  /** Undefined where it is not JSON. */
  payload: unknown;
}

/** An event as stored: the body, or for old ones only its JSON. */
export interface KeptMessage {
  body: Uint8Array | null;
  payload: unknown;
}

export type ReadEvent =
  | { ok: true; event: PaymentEvent }
  | { ok: false; error: "badSignature" }
  | { ok: false; error: "malformed"; message: UnreadableMessage };

/** Texts that answer a dispute, by the names of their fields with the provider. */
export type EvidenceTexts = Partial<Record<EvidenceField, string>>;

export type EvidenceField =
  | "uncategorized_text"
  | "refund_refusal_explanation"
  | "access_activity_log"
  | "product_description"
  | "refund_policy_disclosure"
  | "service_date"
  | "customer_name"
  | "customer_email_address";

/** Kinds of files that answer a dispute, by the names of their fields with the provider; one file of each. */
export type EvidenceFileField =
  | "receipt"
  | "customer_communication"
  | "service_documentation"
  | "refund_policy"
  | "uncategorized_file";

export type EvidenceFileType = "application/pdf" | "image/jpeg" | "image/png";

/** Largest file of `storeEvidenceFile`, in bytes: https://docs.stripe.com/file-upload */
export const evidenceFileMaxBytes = 5 * 1024 * 1024;

/** The status of a dispute at the provider, with its evidence. */
export interface DisputeCase {
  /** `needsResponse`: it can be answered; `underReview`: the bank decides; `over`: decided. */
  stage: "needsResponse" | "underReview" | "over";
  dueBy: Date | undefined;
  /** How often an answer was submitted. */
  submissions: number;
}

/** Called with the id of an object of a list that cannot be parsed. Without it, the list throws. */
type OnUnreadable = (id: string) => void;

export interface Payments {
  /**
   * Opens a checkout for a sale. The same input returns the same checkout, as it was when it was opened, for at least
   * 24 hours (`findCheckout` returns it as it is now). Throws `PaymentsRefused` with `repeatedDifferently` for the same
   * sale with another input, so everything in the input must come from the stored sale.
   */
  openCheckout(input: OpenCheckout): Promise<Checkout>;
  findCheckout(checkoutId: string): Promise<Checkout | undefined>;
  /** Expires an open checkout. Returns one that is complete or expired as it is, undefined for an unknown one. */
  expireCheckout(checkoutId: string): Promise<Checkout | undefined>;
  /**
   * Refunds a payment. Throws `PaymentsRefused` with `refundTooLarge`, `alreadyRefunded`, `disputed` (no refund while a
   * dispute is open), or `notRefundable` (a boleto, or a Pix after 90 days) where the provider says so.
   */
  refund(input: NewRefund): Promise<Refund>;
  /** Returns a dispute as it is now; undefined for an unknown one, or one of a charge made without a checkout. */
  findDispute(disputeId: string): Promise<Dispute | undefined>;
  /** Returns how a dispute can be answered now; undefined for an unknown one. */
  findDisputeCase(disputeId: string): Promise<DisputeCase | undefined>;
  /**
   * Stores evidence with a dispute; `submit` hands it to the bank, which happens once. Throws `PaymentsRefused` where
   * the dispute takes no evidence, with `tooManyPages` for more than the buyer's bank reads. `files`: ids from
   * `storeEvidenceFile`; an empty one removes the file.
   */
  answerDispute(
    disputeId: string,
    answer: {
      evidence: EvidenceTexts;
      files?: Partial<Record<EvidenceFileField, string>>;
      submit: boolean;
    },
  ): Promise<DisputeCase>;
  /**
   * Stores a file of at most 5 MB at the provider, for an answer to a dispute. Returns its id. Throws `PaymentsRefused`
   * for a file that the provider does not accept.
   */
  storeEvidenceFile(file: { name: string; type: EvidenceFileType; bytes: Buffer }): Promise<string>;
  /** Returns the bytes of a file from `storeEvidenceFile`; undefined for an unknown one. */
  readEvidenceFile(fileId: string): Promise<Buffer | undefined>;
  /** Accepts a dispute: it is lost. Throws `PaymentsRefused` where it is decided already. */
  acceptDispute(disputeId: string): Promise<DisputeCase>;
  /** Returns the payment as booked: its method and fee. Undefined while nothing was paid, or for an unknown one. */
  findCharge(paymentId: string): Promise<Charge | undefined>;
  /**
   * Returns what a complete but unpaid checkout waits for; undefined for a payment that succeeded, failed, or is
   * unknown.
   */
  findPending(paymentId: string): Promise<PendingPayment | undefined>;
  /** Lists the objects made since a moment, in any order, page by page as they are read. */
  listCheckouts(since: Date, onUnreadable?: OnUnreadable): AsyncIterable<Checkout>;
  listCharges(since: Date, onUnreadable?: OnUnreadable): AsyncIterable<Charge>;
  listRefunds(since: Date, onUnreadable?: OnUnreadable): AsyncIterable<Refund>;
  listDisputes(since: Date, onUnreadable?: OnUnreadable): AsyncIterable<Dispute>;
  listMovements(since: Date, onUnreadable?: OnUnreadable): AsyncIterable<Movement>;
  /** Returns the account's balance in a currency (ISO 4217, upper-case), in cents: available and pending. */
  findBalance(currency: string): Promise<number>;
  /**
   * Reads a webhook request. `rawBody`: the bytes as received, or their text; `signature`: its signature header.
   * Returns `badSignature` for anything not signed with our secret within five minutes.
   */
  readEvent(rawBody: string | Uint8Array, signature: string | null): ReadEvent;
  /** Reads a stored event. Returns undefined for one that cannot be parsed. */
  readKeptEvent(kept: KeptMessage): PaymentEvent | undefined;
}
