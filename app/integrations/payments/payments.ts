/**
 * A payment provider in the product's own terms. What has no term here is `other`, `open` or `pending`. Every method but
 * `readEvent` and `readStoredEvent` throws `PaymentsUnavailable` for an outage, `PaymentsRefused` for a refused request.
 */

import type { Locale } from "~/i18n/languages";

type CheckoutCurrency = "BRL" | "USD" | "EUR";

type CheckoutMethod = "card" | "pix" | "boleto";

/** Stored with the provider, so that a sale that is missing in a restored backup can be rebuilt. */
export interface SaleTerms {
  buyerId: string;
  videoId: string;
  /** In basis points, 0 to 10,000. */
  platformShareBp: number;
  isGift: boolean;
}

export interface OpenCheckout {
  /** The same id always returns the same checkout. */
  saleId: string;
  terms: SaleTerms;
  title: string;
  /** Whole cents, at least 50. */
  amountCents: number;
  currency: CheckoutCurrency;
  /** At least one. The provider omits those that are off in the account. */
  methods: readonly CheckoutMethod[];
  buyerEmail: string;
  locale: Locale;
  /** Absolute. `session_id=<checkout id>` is added to its query. */
  successUrl: string;
  cancelUrl: string;
  /** 30 minutes to 24 hours ahead by the provider's clock: leave a minute at either end. */
  expiresAt: Date;
}

export interface Checkout {
  checkoutId: string;
  /** Undefined for a checkout that is not ours. */
  saleId: string | undefined;
  /** Undefined if opened before terms were stored. */
  terms?: SaleTerms | undefined;
  openedAt?: Date | undefined;
  /** Undefined once the checkout is complete or expired. */
  url: string | undefined;
  /** `complete`: the buyer has finished; the money may still be missing (`paid`). */
  status: "open" | "complete" | "expired";
  paid: boolean;
  /** Complete, and its boleto or Pix code expired unpaid. */
  failed: boolean;
  /** Undefined before an attempt to pay. */
  paymentId: string | undefined;
  /** By the provider's clock. Undefined while unpaid, and in an event, whose time it is. */
  paidAt?: Date | undefined;
  amountCents: number;
  /** ISO 4217, upper-case. */
  currency: string;
  expiresAt: Date;
}

/**
 * An event, with the checkout at that time. `checkoutCompleted`: the money may be still to come (`paid` false: Pix,
 * boleto), followed by `checkoutPaid` or `checkoutFailed`. `checkoutExpired`: in time, or by us.
 */
export interface CheckoutFact extends Omit<Checkout, "failed"> {
  kind: "checkoutCompleted" | "checkoutPaid" | "checkoutFailed" | "checkoutExpired";
}

/** `other`: not offered by the product. */
export type PaymentMethod = "card" | "pix" | "boleto" | "other";

/** A successful payment, as booked. */
export interface Charge {
  chargeId: string;
  paymentId: string;
  /** Undefined if not ours. */
  saleId: string | undefined;
  method: PaymentMethod;
  amountCents: number;
  currency: string;
  /** In cents of the charge's currency; undefined until booked. */
  feeCents: number | undefined;
}

/** An issued boleto or Pix code. */
export interface PendingPayment {
  method: PaymentMethod;
  /** A boleto's number or a Pix code's text. */
  code: string | undefined;
  /** The provider's page with the voucher or the code. */
  voucherUrl: string | undefined;
  /** Undefined if unknown. The bank may confirm a business day later. */
  expiresAt: Date | undefined;
}

/** `unknown`: to the provider. `other`: no term here. */
export type RefundFailure =
  | "disputed"
  | "declined"
  | "cardExpired"
  | "cardLost"
  | "insufficientFunds"
  | "canceledByUs"
  | "unknown"
  | "other";

/** `failed` may follow `succeeded`: the buyer's bank refused it, and the money came back to us. */
export interface Refund {
  refundId: string;
  /** Undefined for a refund made in the provider's dashboard. */
  ownId: string | undefined;
  paymentId: string;
  amountCents: number;
  currency: string;
  status: "pending" | "succeeded" | "failed";
  /** Undefined if it did not fail, or without a reason. */
  failure: RefundFailure | undefined;
  /** For `other`. */
  providerMessage?: string | undefined;
  createdAt: Date;
  /** When the money of a failed refund came back to us; undefined if unknown, as in an event. */
  failedAt?: Date | undefined;
}

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
 * `open`: the money is withdrawn until the decision. `released`: the money is ours again. `lost`: an appeal makes it
 * `open` again. `inquiry`: a question, no money moved.
 */
export interface Dispute {
  disputeId: string;
  paymentId: string;
  amountCents: number;
  currency: string;
  status: "open" | "released" | "lost" | "inquiry";
  reason: DisputeReason;
  /** Deadline for a response; undefined if none is possible. */
  dueBy?: Date | undefined;
  createdAt: Date;
  /** When the money was first withdrawn. */
  openedAt?: Date | undefined;
  /** When the money was last withdrawn (`open`, `lost`) or returned (`released`). */
  movedAt?: Date | undefined;
}

/** `other`: no term here. */
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

/** As booked, in the account's currency. */
export interface Movement {
  movementId: string;
  category: MovementCategory;
  /** For display. */
  providerType: string;
  /** Cents; `netCents` (the amount less the fee) changed the balance. */
  amountCents: number;
  feeCents: number;
  netCents: number;
  currency: string;
  /** The charge, refund, dispute or payout. */
  sourceId: string | undefined;
  createdAt: Date;
}

/** Usually only says that a charge is booked: `findCharge` returns the fee then. */
export interface ChargeFact extends Charge {
  kind: "charge";
}
export interface RefundFact extends Refund {
  kind: "refund";
}
export interface DisputeFact extends Dispute {
  kind: "dispute";
}

export type PaymentFact = CheckoutFact | ChargeFact | RefundFact | DisputeFact;

export interface NewRefund {
  /** The same id always returns the same refund. */
  ownId: string;
  paymentId: string;
  /** At least 1, at most the rest of the payment. */
  amountCents: number;
}

/** Events repeat, with the same `id`, and come in any order. */
export interface PaymentEvent {
  id: string;
  createdAt: Date;
  providerType: string;
  /** Byte for byte, and as parsed from JSON. */
  body: Uint8Array;
  payload: unknown;
  /** Undefined if it changes nothing here. */
  fact: PaymentFact | undefined;
}

/** Correctly signed, but not an event. */
export interface UnreadableMessage {
  id: string | undefined;
  /** SHA-256 of the body, hexadecimal. */
  digest: string;
  providerType: string;
  body: Uint8Array;
  payload: unknown;
}

/** Old events are stored only as JSON. */
export interface StoredEvent {
  body: Uint8Array | null;
  payload: unknown;
}

export type ReadEvent =
  | { ok: true; event: PaymentEvent }
  | { ok: false; error: "badSignature" }
  | { ok: false; error: "malformed"; message: UnreadableMessage };

/** By the provider's field names. */
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

/** By the provider's field names; one file each. */
export type EvidenceFileField =
  | "receipt"
  | "customer_communication"
  | "service_documentation"
  | "refund_policy"
  | "uncategorized_file";

export type EvidenceFileType = "application/pdf" | "image/jpeg" | "image/png";

/** https://docs.stripe.com/file-upload */
export const evidenceFileMaxBytes = 5 * 1024 * 1024;

export interface DisputeCase {
  /** `underReview`: the bank decides. */
  stage: "needsResponse" | "underReview" | "over";
  dueBy: Date | undefined;
  submissions: number;
}

/** Called with the id of a list's object that cannot be parsed. Without it, the list throws. */
type OnUnreadable = (id: string) => void;

export interface Payments {
  /**
   * The same input returns the same checkout, as it was opened, for at least 24 hours. Throws `PaymentsRefused` with
   * `repeatedDifferently` for another input: everything in it must come from the stored sale.
   */
  openCheckout(input: OpenCheckout): Promise<Checkout>;
  findCheckout(checkoutId: string): Promise<Checkout | undefined>;
  /** Returns a complete or expired checkout as it is. */
  expireCheckout(checkoutId: string): Promise<Checkout | undefined>;
  /**
   * Throws `PaymentsRefused` with `refundTooLarge`, `alreadyRefunded`, `disputed` (no refund while a dispute is open),
   * or `notRefundable` (a boleto, or a Pix after 90 days).
   */
  refund(input: NewRefund): Promise<Refund>;
  /** Undefined if unknown, or of a charge made without a checkout. */
  findDispute(disputeId: string): Promise<Dispute | undefined>;
  findDisputeCase(disputeId: string): Promise<DisputeCase | undefined>;
  /**
   * `submit` hands the evidence to the bank, once. Throws `PaymentsRefused` if the dispute takes no evidence, with
   * `tooManyPages` for too long files. `files`: ids from `storeEvidenceFile`; an empty one removes the file.
   */
  answerDispute(
    disputeId: string,
    answer: {
      evidence: EvidenceTexts;
      files?: Partial<Record<EvidenceFileField, string>>;
      submit: boolean;
    },
  ): Promise<DisputeCase>;
  /** At most 5 MB. Returns the file's id. Throws `PaymentsRefused` for a file that the provider does not accept. */
  storeEvidenceFile(file: { name: string; type: EvidenceFileType; bytes: Buffer }): Promise<string>;
  readEvidenceFile(fileId: string): Promise<Buffer | undefined>;
  /** The dispute is then lost. Throws `PaymentsRefused` if it is decided already. */
  acceptDispute(disputeId: string): Promise<DisputeCase>;
  /** As booked. Undefined while nothing was paid. */
  findCharge(paymentId: string): Promise<Charge | undefined>;
  /** What a complete but unpaid checkout waits for; undefined for a payment that succeeded or failed. */
  findPending(paymentId: string): Promise<PendingPayment | undefined>;
  /** In any order, page by page as they are read. */
  listCheckouts(since: Date, onUnreadable?: OnUnreadable): AsyncIterable<Checkout>;
  listCharges(since: Date, onUnreadable?: OnUnreadable): AsyncIterable<Charge>;
  listRefunds(since: Date, onUnreadable?: OnUnreadable): AsyncIterable<Refund>;
  listDisputes(since: Date, onUnreadable?: OnUnreadable): AsyncIterable<Dispute>;
  listMovements(since: Date, onUnreadable?: OnUnreadable): AsyncIterable<Movement>;
  /** In cents, available and pending. */
  findBalance(currency: string): Promise<number>;
  /** `badSignature`: not signed with our secret within five minutes. */
  readEvent(rawBody: string | Uint8Array, signature: string | null): ReadEvent;
  /** Undefined if the stored event cannot be parsed. */
  readStoredEvent(stored: StoredEvent): PaymentEvent | undefined;
}
