import { z } from "zod";
import type { ApiFault } from "./api";
import { ApiError } from "./api-error";
import type { ChargeDesk } from "./charges";
import type { CheckoutDesk } from "./checkout";
import type { DisputeDesk } from "./disputes";
import { disputeStatus, refundStatus } from "./money-shapes";
import type { RefundDesk } from "./refunds";
import { paymentMethod } from "./state";
import { WEBHOOK_MODES, WEBHOOK_ORDERS, type Webhooks } from "./webhooks";

export type ControlResult = { status: 200; result: unknown } | { status: 400 | 404 | 409; error: string };

export type Control = (path: string, fields: URLSearchParams) => Promise<ControlResult>;

interface ControlOptions {
  desk: CheckoutDesk;
  charges: ChargeDesk;
  refunds: RefundDesk;
  disputes: DisputeDesk;
  webhooks: Webhooks;
  setApiFault: (fault: ApiFault | undefined) => void;
}

const cents = z.coerce.number().int().optional();
const blankIsNothing = (fields: URLSearchParams) =>
  Object.fromEntries([...fields].filter(([, value]) => value !== ""));

const shapes = {
  pay: z.object({
    method: paymentMethod,
    outcome: z.enum(["succeed", "decline", "later", "show"]).default("succeed"),
  }),
  settle: z.object({ outcome: z.enum(["succeeded", "failed"]) }),
  refund: z.object({ amount: cents }),
  dispute: z.object({
    status: z.enum(["needs_response", "warning_needs_response", "prevented"]).optional(),
    amount: cents,
    reason: z.string().max(40).optional(),
  }),
  settleRefund: z.object({ status: refundStatus }),
  moveDispute: z.object({ status: disputeStatus, amount: cents }),
  order: z.object({ order: z.enum(WEBHOOK_ORDERS).default("oldestFirst") }),
  mode: z.object({ mode: z.enum(WEBHOOK_MODES) }),
  bookings: z.object({ time: z.enum(["atOnce", "later"]) }),
  refunds: z.object({ outcome: z.enum(["succeeded", "pending", "failed"]) }),
  api: z.object({ fault: z.enum(["none", "serverError", "rateLimited", "keyInUse", "hang"]) }),
};

/** Steered by POSTs of form fields, from the control page or a test (README.md beside this file). */
export function createControl(options: ControlOptions): Control {
  const { desk, charges, refunds, disputes, webhooks, setApiFault } = options;

  /** Waits for the first delivery of every event. */
  function action<T>(shape: z.ZodType<T>, act: (fields: T, id: string) => unknown) {
    return async (id: string, fields: URLSearchParams): Promise<ControlResult> => {
      const parsed = shape.safeParse(blankIsNothing(fields));
      if (!parsed.success) return { status: 400, error: z.prettifyError(parsed.error) };
      const result = await act(parsed.data, id);
      const error = errorOf(result);
      if (error) return { status: error.startsWith("unknown") ? 404 : 409, error };
      await webhooks.firstAttempts();
      return { status: 200, result: result ?? null };
    };
  }

  const none = z.object({});
  const actions: [RegExp, (id: string, fields: URLSearchParams) => Promise<ControlResult>][] = [
    [/^\/dev\/sessions\/([^/]+)\/pay$/, action(shapes.pay, (how, id) => desk.pay(id, how))],
    [
      /^\/dev\/sessions\/([^/]+)\/settle$/,
      action(shapes.settle, ({ outcome }, id) => desk.settle(id, outcome)),
    ],
    [/^\/dev\/sessions\/([^/]+)\/expire$/, action(none, (_, id) => refusedAsValue(() => desk.expire(id)))],
    [/^\/dev\/payments\/([^/]+)\/book$/, action(none, (_, id) => charges.book(id))],
    [
      /^\/dev\/payments\/([^/]+)\/refund$/,
      action(shapes.refund, ({ amount }, id) =>
        refusedAsValue(() => refunds.make({ payment_intent: id, amount })),
      ),
    ],
    [/^\/dev\/payments\/([^/]+)\/dispute$/, action(shapes.dispute, (how, id) => disputes.open(id, how))],
    [
      /^\/dev\/refunds\/([^/]+)\/settle$/,
      action(shapes.settleRefund, ({ status }, id) => refunds.settle(id, status)),
    ],
    [
      /^\/dev\/disputes\/([^/]+)\/move$/,
      action(shapes.moveDispute, ({ status, amount }, id) => disputes.move(id, status, amount)),
    ],
    [
      /^\/dev\/events\/([^/]+)\/redeliver$/,
      action(none, async (_, id) => (await webhooks.redeliver(id)) ?? { ok: false, error: "unknownEvent" }),
    ],
    [/^\/dev\/webhooks\/redeliver$/, action(shapes.order, ({ order }) => webhooks.redeliverAll(order))],
    [/^\/dev\/webhooks\/release$/, action(shapes.order, ({ order }) => webhooks.release(order))],
    [/^\/dev\/webhooks$/, action(shapes.mode, ({ mode }) => webhooks.setMode(mode))],
    [/^\/dev\/bookings$/, action(shapes.bookings, ({ time }) => charges.setBookingTime(time))],
    [/^\/dev\/refunds$/, action(shapes.refunds, ({ outcome }) => refunds.setOutcome(outcome))],
    [/^\/dev\/api$/, action(shapes.api, ({ fault }) => setApiFault(fault === "none" ? undefined : fault))],
  ];

  return async (path, fields) => {
    for (const [pattern, act] of actions) {
      const match = pattern.exec(path);
      if (match) return act(match[1] ?? "", fields);
    }
    return { status: 404, error: "unknownAction" };
  };
}

function refusedAsValue(act: () => unknown): unknown {
  try {
    return act();
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    const { code, message } = failure.body;
    return { ok: false, error: code === "resource_missing" ? `unknown: ${message}` : message };
  }
}

function errorOf(result: unknown): string | undefined {
  const isRefusal = typeof result === "object" && result !== null && "ok" in result && result.ok === false;
  return isRefusal && "error" in result ? String(result.error) : undefined;
}
