import { isErrorNamed } from "~/integrations/known-by-name";

/** `keyRefused` needs the operator, the others are temporary. `inProgress`: the same request runs concurrently. */
type UnavailableReason = "unreachable" | "timeout" | "rateLimited" | "inProgress" | "failing" | "keyRefused";

export type RefusedReason =
  | "amountTooSmall"
  | "repeatedDifferently"
  | "refundTooLarge"
  | "alreadyRefunded"
  | "disputed"
  | "notRefundable"
  | "tooManyPages"
  | "invalid";

interface ErrorDetails {
  cause: unknown;
  requestId?: string | undefined;
}

/** An outage, not a bug in the caller. */
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

/** A retry is no use. */
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
