import { isErrorNamed } from "~/integrations/known-by-name";

/**
 * Why the provider gave no answer that can be used. `keyRefused` is ours to repair, the others pass; `inProgress`: it is
 * answering the same question to someone else at this moment.
 */
export type UnavailableReason =
  | "unreachable"
  | "timeout"
  | "rateLimited"
  | "inProgress"
  | "failing"
  | "keyRefused";

/** Why the provider would not take a request that reached it. */
export type RefusedReason =
  | "amountTooSmall"
  | "repeatedDifferently"
  | "refundTooLarge"
  | "alreadyRefunded"
  | "disputed"
  | "notRefundable"
  | "invalid";

interface ErrorDetails {
  cause: unknown;
  /** The provider's id for the request, to be quoted to its support. */
  requestId?: string | undefined;
}

/** The payment provider cannot be used now: tell the buyer to try again later. Not a bug in the caller. */
export class PaymentsUnavailable extends Error {
  override readonly name = "PaymentsUnavailable";

  static override [Symbol.hasInstance](value: unknown): value is PaymentsUnavailable {
    return isErrorNamed(value, "PaymentsUnavailable");
  }
  readonly reason: UnavailableReason;
  readonly requestId: string | undefined;

  constructor(reason: UnavailableReason, { cause, requestId }: ErrorDetails) {
    super(`The payment provider cannot be used: ${reason}`, { cause });
    this.reason = reason;
    this.requestId = requestId;
  }
}

/** The provider understood the request and will not do it: the caller passed something wrong, and repeating is no use. */
export class PaymentsRefused extends Error {
  override readonly name = "PaymentsRefused";

  static override [Symbol.hasInstance](value: unknown): value is PaymentsRefused {
    return isErrorNamed(value, "PaymentsRefused");
  }
  readonly reason: RefusedReason;
  readonly requestId: string | undefined;

  constructor(reason: RefusedReason, message: string, { cause, requestId }: ErrorDetails) {
    super(message, { cause });
    this.reason = reason;
    this.requestId = requestId;
  }
}
