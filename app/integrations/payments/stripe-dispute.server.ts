import { z } from "zod";
import type { Dispute, DisputeCase, DisputeReason } from "./payments";
import { PaymentsUnavailable } from "./payments-errors";
import { cents, fetchInTime, idText, seconds, stripeId } from "./stripe-client.server";

/** https://docs.stripe.com/disputes/how-disputes-work */
const STATUSES: Record<string, Dispute["status"]> = {
  needs_response: "open",
  under_review: "open",
  appeal_needs_response: "open",
  appeal_under_review: "open",
  won: "released",
  prevented: "released",
  lost: "lost",
};

/** https://docs.stripe.com/api/disputes/object#dispute_object-reason */
const REASONS: Record<string, DisputeReason> = {
  bank_cannot_process: "bankCannotProcess",
  check_returned: "checkReturned",
  credit_not_processed: "refundNotReceived",
  customer_initiated: "requestedByBuyer",
  debit_not_authorized: "debitNotAuthorized",
  duplicate: "duplicate",
  fraudulent: "fraud",
  general: "general",
  incorrect_account_details: "wrongAccountDetails",
  insufficient_funds: "insufficientFunds",
  noncompliant: "againstCardRules",
  product_not_received: "notReceived",
  product_unacceptable: "notAsDescribed",
  subscription_canceled: "subscriptionCanceled",
  unrecognized: "unrecognized",
};

const disputeShape = z.object({
  id: idText,
  payment_intent: stripeId,
  amount: cents,
  currency: z.string(),
  status: z.string().min(1),
  reason: z.string(),
  created: seconds,
  balance_transactions: z.array(z.object({ amount: z.number(), created: seconds })).nullish(),
  evidence_details: z
    .object({ due_by: z.number().nullish(), submission_count: z.number().nullish() })
    .nullish(),
});

/**
 * https://docs.stripe.com/api/disputes/object. Undefined for a charge made without a checkout. An unknown status is
 * `open`: the money is held.
 */
export function parseDispute(dispute: unknown): Dispute | undefined | "malformed" {
  const parsed = disputeShape.safeParse(dispute);
  if (!parsed.success) return "malformed";
  const { id, payment_intent, amount, currency, reason, created, balance_transactions } = parsed.data;
  if (payment_intent === undefined) return undefined;
  const status = toDisputeStatus(parsed.data.status);
  return {
    disputeId: id,
    paymentId: payment_intent,
    amountCents: amount,
    currency: currency.toUpperCase(),
    status,
    reason: (Object.hasOwn(REASONS, reason) && REASONS[reason]) || "other",
    createdAt: new Date(created * 1000),
    dueBy: toDueDate(parsed.data.evidence_details?.due_by),
    openedAt: findFirstWithdrawal(status, balance_transactions ?? []),
    movedAt: findMove(status, balance_transactions ?? []),
  };
}

/** Stripe says 0 or null if the dispute cannot be answered. */
function toDueDate(dueBy: number | null | undefined): Date | undefined {
  return dueBy ? new Date(dueBy * 1000) : undefined;
}

/** https://docs.stripe.com/api/disputes/object#dispute_object-evidence_details */
export function parseDisputeCase(dispute: unknown): DisputeCase | undefined {
  const parsed = disputeShape.safeParse(dispute);
  if (!parsed.success) return undefined;
  const { status, evidence_details: details } = parsed.data;
  const stage = status.endsWith("needs_response")
    ? "needsResponse"
    : status.endsWith("under_review")
      ? "underReview"
      : "over";
  return { stage, dueBy: toDueDate(details?.due_by), submissions: details?.submission_count ?? 0 };
}

/** Withdrawals are negative, returns positive: https://docs.stripe.com/api/disputes/object */
function findMove(
  status: Dispute["status"],
  bookings: readonly { amount: number; created: number }[],
): Date | undefined {
  if (status === "inquiry") return undefined;
  const times = bookings.filter(({ amount }) => amount > 0 === (status === "released"));
  if (times.length === 0) return undefined;
  return new Date(Math.max(...times.map(({ created }) => created)) * 1000);
}

function findFirstWithdrawal(
  status: Dispute["status"],
  bookings: readonly { amount: number; created: number }[],
): Date | undefined {
  const times = bookings.filter(({ amount }) => amount < 0).map(({ created }) => created);
  return status === "inquiry" || times.length === 0 ? undefined : new Date(Math.min(...times) * 1000);
}

function toDisputeStatus(status: string): Dispute["status"] {
  if (status.startsWith("warning_")) return "inquiry";
  return (Object.hasOwn(STATUSES, status) && STATUSES[status]) || "open";
}

const FILE_ID = /^file_[A-Za-z0-9_]{1,200}$/;

interface ReadOptions {
  secretKey: string;
  apiUrl?: string | undefined;
  timeoutMs: number;
  /** A longer file counts as an outage. */
  maxBytes: number;
}

/**
 * Undefined if unknown. The SDK has no call for it: a File's `url` is this address
 * (https://docs.stripe.com/api/files/object). Throws `PaymentsUnavailable`.
 */
export async function readStripeFile(
  fileId: string,
  { secretKey, apiUrl, timeoutMs, maxBytes }: ReadOptions,
): Promise<Buffer | undefined> {
  if (!FILE_ID.test(fileId)) return undefined;
  const origin = apiUrl ? new URL(apiUrl).origin : "https://files.stripe.com";
  let response: Response;
  try {
    response = await fetchInTime(`${origin}/v1/files/${fileId}/contents`, {
      headers: { authorization: `Bearer ${secretKey}` },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.ok) return await readAtMost(response, maxBytes);
    await response.body?.cancel();
  } catch (cause) {
    if (cause instanceof PaymentsUnavailable) throw cause;
    const reason = cause instanceof DOMException && cause.name === "TimeoutError" ? "timeout" : "unreachable";
    throw new PaymentsUnavailable(reason, { cause });
  }
  if (response.status === 404) return undefined;
  const refused = response.status === 401 || response.status === 403;
  throw new PaymentsUnavailable(refused ? "keyRefused" : "failing", {
    cause: new Error(`The file store responded ${response.status}`),
    requestId: response.headers.get("request-id") ?? undefined,
  });
}

async function readAtMost(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > maxBytes)
      throw new PaymentsUnavailable("failing", { cause: new Error(`A file of more than ${maxBytes} bytes`) });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
