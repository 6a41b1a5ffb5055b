import type { Clock } from "~/integrations/clock";
import { missingError, paramError } from "./api-error";
import { bookAdjustment } from "./booking";
import { evidenceFileFields } from "./dispute-params";
import { answerMaxBytes, type FileDesk } from "./files";
import { newId } from "./ids";
import { disputeObject } from "./money-objects";
import type { Charge, Dispute, DisputeStatus } from "./money-shapes";
import type { State, Store } from "./state";

export interface NewDispute {
  /** `prevented` ends at once; an inquiry begins with `warning_needs_response` and takes no money. */
  status?: "needs_response" | "warning_needs_response" | "prevented" | undefined;
  /** By default what has not been refunded. */
  amount?: number | undefined;
  reason?: string | undefined;
}

export type DisputeResult =
  | { ok: true; dispute: Dispute }
  | {
      ok: false;
      error:
        | "unknownPayment"
        | "notDisputable"
        | "alreadyDisputed"
        | "unknownDispute"
        | "alreadySo"
        | "alreadyOver";
    };

export interface DisputeDesk {
  open(paymentIntentId: string, how?: NewDispute): DisputeResult;
  find(id: string): Dispute | undefined;
  /** `amount`: a bank may claim less than it inquired about. A lost dispute can be appealed. */
  move(id: string, status: DisputeStatus, amount?: number): DisputeResult;
  /** `submit` sends the evidence to the bank, once. */
  answer(id: string, evidence: Record<string, string>, submit: boolean): Dispute;
  /** Of later disputes that withdraw the money, in cents of BRL; initially 0. */
  setFee(cents: number): void;
}

interface DisputeDeskOptions {
  store: Store;
  files: FileDesk;
  clock: Clock;
  announce: (type: string, object: unknown) => void;
}

export function createDisputeDesk({ store, files, clock, announce }: DisputeDeskOptions): DisputeDesk {
  const { disputes, charges, intents } = store.state;
  const now = () => Math.floor(clock().getTime() / 1000);
  let fee = 0;
  const find = (id: string) => (Object.hasOwn(disputes, id) ? disputes[id] : undefined);

  const dueBy = (charge: Charge, status: DisputeStatus) =>
    charge.method !== "pix" && status.endsWith("needs_response") ? now() + 7 * 24 * 60 * 60 : null;

  function tell(type: string, dispute: Dispute) {
    announce(`charge.dispute.${type}`, disputeObject(dispute));
    store.save();
  }

  function moveMoney(type: "funds_withdrawn" | "funds_reinstated", dispute: Dispute) {
    const amount = type === "funds_withdrawn" ? -dispute.amount : dispute.amount;
    dispute.bookings.push(bookAdjustment(amount, dispute.currency, now(), amount < 0 ? fee : 0));
    tell(type, dispute);
  }

  return {
    find,
    setFee(cents) {
      fee = cents;
    },
    open(paymentIntentId, { status = "needs_response", amount, reason = "fraudulent" } = {}) {
      const intent = Object.hasOwn(intents, paymentIntentId) ? intents[paymentIntentId] : undefined;
      const charge = charges[intent?.latest_charge ?? ""];
      if (!charge) return { ok: false, error: "unknownPayment" };
      const left = charge.amount - charge.amount_refunded;
      const disputedAmount = amount ?? left;
      if (charge.method === "boleto" || disputedAmount < 1 || disputedAmount > left)
        return { ok: false, error: "notDisputable" };
      if (findDispute(store.state, charge.id)) return { ok: false, error: "alreadyDisputed" };
      const dispute = {
        ...newDispute(charge, disputedAmount, status, reason, now()),
        due_by: dueBy(charge, status),
      };
      disputes[dispute.id] = dispute;
      tell("created", dispute);
      if (status === "needs_response") moveMoney("funds_withdrawn", dispute);
      if (status === "prevented") tell("closed", dispute);
      return { ok: true, dispute };
    },
    answer(id, evidence, submit) {
      const dispute = find(id);
      if (!dispute) throw missingError("dispute", "dispute", id);
      if (!dispute.status.endsWith("needs_response") || dispute.due_by === null)
        throw paramError("evidence", undefined, "This dispute can no longer be answered.");
      if (Object.values({ ...dispute.evidence, ...evidence }).join("").length > 150_000)
        throw paramError("evidence", undefined, "The evidence has more than 150,000 characters.");
      if (dispute.due_by !== null && dispute.due_by <= now())
        throw paramError("evidence", undefined, "The deadline of this dispute has passed.");
      for (const field of evidenceFileFields)
        if (evidence[field]) files.require(evidence[field], `evidence[${field}]`);
      const all = { ...dispute.evidence, ...evidence };
      const bytes = evidenceFileFields.reduce(
        (sum, field) => sum + (all[field] ? files.require(all[field], field).size : 0),
        0,
      );
      if (bytes > answerMaxBytes)
        throw paramError("evidence", undefined, "The files together are larger than 4.5 MB.");
      const nonEmpty = Object.entries({ ...dispute.evidence, ...evidence }).filter(
        ([, value]) => value !== "",
      );
      dispute.evidence = Object.fromEntries(nonEmpty);
      if (submit) {
        dispute.submission_count += 1;
        dispute.status = dispute.status.replace("needs_response", "under_review") as DisputeStatus;
      }
      tell("updated", dispute);
      return dispute;
    },
    move(id, status, amount) {
      const dispute = find(id);
      if (!dispute) return { ok: false, error: "unknownDispute" };
      if (dispute.status === status) return { ok: false, error: "alreadySo" };
      if (!mayMove(dispute.status, status)) return { ok: false, error: "alreadyOver" };
      if (amount !== undefined && !mayBecome(dispute, amount)) return { ok: false, error: "notDisputable" };
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

/** What was withdrawn already was of the amount before. */
function mayBecome(dispute: Dispute, amount: number): boolean {
  return amount > 0 && !isWithdrawn(dispute);
}

/** An inquiry, and a dispute that was prevented, never took the money. */
function takesMoney(status: DisputeStatus): boolean {
  return !status.startsWith("warning_") && status !== "won" && status !== "prevented";
}

const isWithdrawn = ({ bookings }: Dispute) => bookings.reduce((sum, { amount }) => sum + amount, 0) < 0;

export function isOpen({ status }: Dispute): boolean {
  return !FINAL.has(status) && !status.startsWith("warning_");
}

export function findDispute(state: State, chargeId: string): Dispute | undefined {
  return Object.values(state.disputes).find(({ charge }) => charge === chargeId);
}

export function isDisputed(state: State, chargeId: string): boolean {
  return findDispute(state, chargeId) !== undefined;
}

function newDispute(
  { id, payment_intent, currency }: Charge,
  amount: number,
  status: DisputeStatus,
  reason: string,
  created: number,
): Dispute {
  return {
    id: newId("du_"),
    created,
    charge: id,
    payment_intent,
    amount,
    currency,
    reason,
    status,
    bookings: [],
    evidence: {},
    due_by: null,
    submission_count: 0,
  };
}
