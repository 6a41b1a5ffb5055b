import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { charge, dispute, movement, refund, uploadedFile } from "./money-shapes";

export const paymentMethod = z.enum(["card", "pix", "boleto"]);
const metadata = z.record(z.string(), z.string());

const session = z.object({
  id: z.string(),
  created: z.number(),
  expires_at: z.number(),
  status: z.enum(["open", "complete", "expired"]),
  payment_status: z.enum(["unpaid", "paid"]),
  amount_total: z.number(),
  currency: z.string(),
  product_name: z.string(),
  success_url: z.string(),
  cancel_url: z.string().nullable(),
  client_reference_id: z.string().nullable(),
  customer_email: z.string().nullable(),
  locale: z.string().nullable(),
  metadata,
  payment_intent: z.string().nullable(),
  payment_intent_metadata: metadata,
  allowed_payment_method_types: z.array(z.string()).nullable(),
  payment_method_types: z.array(paymentMethod),
  pix_expires_after_seconds: z.number().nullable(),
  boleto_expires_after_days: z.number().nullable().default(null),
});

const paymentIntent = z.object({
  id: z.string(),
  created: z.number(),
  status: z.enum(["requires_payment_method", "requires_action", "succeeded", "canceled"]),
  amount: z.number(),
  currency: z.string(),
  metadata,
  payment_method: paymentMethod,
  payable_until: z.number().nullable().default(null),
  latest_charge: z.string().nullable().default(null),
});

const storedEvent = z.object({
  id: z.string(),
  type: z.string(),
  body: z.string(),
  created: z.number(),
  /** Oldest first; `at` in milliseconds, `status` null if the request failed. */
  attempts: z.array(
    z.object({ at: z.number(), status: z.number().nullable(), error: z.string().nullable() }),
  ),
  delivered: z.boolean(),
  /** Dropped on purpose: sent only by `redeliver`. */
  lost: z.boolean().default(false),
});

const answer = z.object({
  endpoint: z.string(),
  params: z.string(),
  requestId: z.string(),
  at: z.number(),
  session: session.optional(),
  refund: refund.optional(),
  dispute: dispute.optional(),
  file: uploadedFile.optional(),
});

const state = z.object({
  version: z.literal(1),
  sessions: z.record(z.string(), session),
  intents: z.record(z.string(), paymentIntent),
  charges: z.record(z.string(), charge).default({}),
  refunds: z.record(z.string(), refund).default({}),
  disputes: z.record(z.string(), dispute).default({}),
  files: z.record(z.string(), uploadedFile).default({}),
  movements: z.array(movement).default([]),
  events: z.array(storedEvent),
  answers: z.record(z.string(), answer),
});

export type PaymentMethod = z.infer<typeof paymentMethod>;
export type Session = z.infer<typeof session>;
export type PaymentIntent = z.infer<typeof paymentIntent>;
export type StoredEvent = z.infer<typeof storedEvent>;
export type StoredAnswer = z.infer<typeof answer>;
export type State = z.infer<typeof state>;

export interface Store {
  readonly state: State;
  /** Whole and at once, so that a kill at any moment leaves a readable file. */
  save(): void;
}

/** With a file it outlives the process. A file that cannot be read is moved aside. */
export function openStore(dataFile: string | undefined): Store {
  const current = (dataFile && load(dataFile)) || {
    version: 1 as const,
    sessions: {},
    intents: {},
    charges: {},
    refunds: {},
    disputes: {},
    files: {},
    movements: [],
    events: [],
    answers: {},
  };
  return {
    state: current,
    save() {
      if (!dataFile) return;
      mkdirSync(dirname(dataFile), { recursive: true });
      const partial = `${dataFile}.partial`;
      writeFileSync(partial, JSON.stringify(current), { mode: 0o600 });
      renameSync(partial, dataFile);
    },
  };
}

function load(dataFile: string): State | undefined {
  if (!existsSync(dataFile)) return undefined;
  try {
    return state.parse(JSON.parse(readFileSync(dataFile, "utf8")));
  } catch {
    renameSync(dataFile, `${dataFile}.unreadable`);
    return undefined;
  }
}
