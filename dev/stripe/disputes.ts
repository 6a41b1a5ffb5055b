import { z } from "zod";
import { bookAdjustment } from "./charges";
import { answerMaxBytes, type FileDesk } from "./files";
import { disputeObject, findDispute } from "./objects";
import { missingError, paramError } from "./params";
import { type Account, type Charge, type Dispute, type DisputeStatus, findById, newId } from "./state";

/** Ids of files; an empty value removes the file. */
const evidenceFileFields = [
  "receipt",
  "customer_communication",
  "service_documentation",
  "refund_policy",
  "uncategorized_file",
] as const;

const evidenceFields = [
  "uncategorized_text",
  "refund_refusal_explanation",
  "access_activity_log",
  "product_description",
  "refund_policy_disclosure",
  "service_date",
  "customer_name",
  "customer_email_address",
  ...evidenceFileFields,
] as const;

/** https://docs.stripe.com/api/disputes/update. Submits by default. */
export const disputeParams = z.strictObject({
  evidence: z.partialRecord(z.enum(evidenceFields), z.string().max(20_000)).default({}),
  submit: z
    .enum(["true", "false"])
    .default("true")
    .transform((submit) => submit === "true"),
});

export interface NewDispute {
  /** `prevented` ends at once; an inquiry begins with `warning_needs_response` and takes no money. */
  status?: "needs_response" | "warning_needs_response" | "prevented" | undefined;
  /** By default what has not been refunded. */
  amount?: number | undefined;
  reason?: string | undefined;
}

type DisputeProblem =
  | "unknownPayment"
  | "notDisputable"
  | "alreadyDisputed"
  | "unknownDispute"
  | "alreadySo"
  | "alreadyOver";
type DisputeResult = { ok: true; dispute: Dispute } | { ok: false; error: DisputeProblem };

export function createDisputeDesk({ state, now, announce }: Account, files: FileDesk) {
  const { disputes, charges, intents } = state;
  let fee = 0;

  const dueBy = (charge: Charge, status: DisputeStatus) =>
    charge.method !== "pix" && status.endsWith("needs_response") ? now() + 7 * 24 * 60 * 60 : null;

  function tell(type: string, dispute: Dispute) {
    announce(`charge.dispute.${type}`, disputeObject(dispute));
  }

  function moveMoney(type: "funds_withdrawn" | "funds_reinstated", dispute: Dispute) {
    const amount = type === "funds_withdrawn" ? -dispute.amount : dispute.amount;
    dispute.bookings.push(bookAdjustment(amount, dispute.currency, now(), amount < 0 ? fee : 0));
    tell(type, dispute);
  }

  return {
    /** Of later disputes that withdraw the money, in cents of BRL; initially 0. */
    setFee(cents: number): void {
      fee = cents;
    },
    open(
      paymentIntentId: string,
      { status = "needs_response", amount, reason = "fraudulent" }: NewDispute = {},
    ): DisputeResult {
      const charge = charges[findById(intents, paymentIntentId)?.latest_charge ?? ""];
      if (!charge) return { ok: false, error: "unknownPayment" };
      const left = charge.amount - charge.amount_refunded;
      const disputedAmount = amount ?? left;
      if (charge.method === "boleto" || disputedAmount < 1 || disputedAmount > left)
        return { ok: false, error: "notDisputable" };
      if (findDispute(state, charge.id)) return { ok: false, error: "alreadyDisputed" };
      const dispute: Dispute = {
        id: newId("du_"),
        created: now(),
        charge: charge.id,
        payment_intent: charge.payment_intent,
        amount: disputedAmount,
        currency: charge.currency,
        reason,
        status,
        bookings: [],
        evidence: {},
        due_by: dueBy(charge, status),
        submission_count: 0,
      };
      disputes[dispute.id] = dispute;
      tell("created", dispute);
      if (status === "needs_response") moveMoney("funds_withdrawn", dispute);
      if (status === "prevented") tell("closed", dispute);
      return { ok: true, dispute };
    },
    /** `submit` sends the evidence to the bank. */
    answer(id: string, { evidence, submit }: z.infer<typeof disputeParams>): Dispute {
      const dispute = findById(disputes, id);
      if (!dispute) throw missingError("dispute", "dispute", id);
      const refuse = (message: string) => paramError("evidence", undefined, message);
      if (!dispute.status.endsWith("needs_response") || dispute.due_by === null)
        throw refuse("This dispute can no longer be answered.");
      const all: Record<string, string> = { ...dispute.evidence, ...evidence };
      if (Object.values(all).join("").length > 150_000)
        throw refuse("The evidence has more than 150,000 characters.");
      if (dispute.due_by <= now()) throw refuse("The deadline of this dispute has passed.");
      const bytes = evidenceFileFields.reduce(
        (sum, field) => sum + (all[field] ? files.require(all[field], `evidence[${field}]`).size : 0),
        0,
      );
      if (bytes > answerMaxBytes) throw refuse("The files together are larger than 4.5 MB.");
      dispute.evidence = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
      if (submit) {
        dispute.submission_count += 1;
        dispute.status = dispute.status.replace("needs_response", "under_review") as DisputeStatus;
      }
      tell("updated", dispute);
      return dispute;
    },
    /** `amount`: a bank may claim less than it inquired about. A lost dispute can be appealed. */
    move(id: string, status: DisputeStatus, amount?: number): DisputeResult {
      const dispute = findById(disputes, id);
      if (!dispute) return { ok: false, error: "unknownDispute" };
      if (dispute.status === status) return { ok: false, error: "alreadySo" };
      if (!mayMove(dispute.status, status)) return { ok: false, error: "alreadyOver" };
      // Money that was withdrawn was of the former amount.
      if (amount !== undefined && (amount <= 0 || isWithdrawn(dispute)))
        return { ok: false, error: "notDisputable" };
      dispute.amount = amount ?? dispute.amount;
      dispute.status = status;
      tell(FINAL.has(status) ? "closed" : "updated", dispute);
      const withdrawn = isWithdrawn(dispute);
      if (withdrawn && (status === "won" || status === "prevented")) moveMoney("funds_reinstated", dispute);
      if (!withdrawn && takesMoney(status)) moveMoney("funds_withdrawn", dispute);
      return { ok: true, dispute };
    },
  };
}

const FINAL = new Set<DisputeStatus>(["won", "lost", "prevented", "warning_closed"]);

function mayMove(from: DisputeStatus, to: DisputeStatus): boolean {
  if (to.startsWith("appeal_")) return from === "lost" || from.startsWith("appeal_");
  return !FINAL.has(from);
}

/** An inquiry, and a dispute that was prevented, never took the money. */
function takesMoney(status: DisputeStatus): boolean {
  return !status.startsWith("warning_") && status !== "won" && status !== "prevented";
}

const isWithdrawn = ({ bookings }: Dispute) => bookings.reduce((sum, { amount }) => sum + amount, 0) < 0;

export function isOpen({ status }: Dispute): boolean {
  return !FINAL.has(status) && !status.startsWith("warning_");
}
