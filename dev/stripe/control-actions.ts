import { z } from "zod";
import type { Desks } from "./desks";
import { ApiError } from "./params";
import { disputeStatus, refundStatus } from "./state";
import type { Webhooks } from "./webhooks";

interface ActionResult {
  status: number;
  /** Undefined when done. */
  error?: string;
}

type Action = (id: string, fields: URLSearchParams) => Promise<ActionResult>;

/** What the control page's forms do: POSTs of form fields to `/dev/<kind>/<id>/<verb>`. */
export function createActions({ checkout, refunds, disputes }: Desks, webhooks: Webhooks) {
  /** Waits for the first delivery of every event. */
  function action<T>(shape: z.ZodType<T>, act: (fields: T, id: string) => unknown): Action {
    return async (id, fields) => {
      const parsed = shape.safeParse(Object.fromEntries([...fields].filter(([, value]) => value !== "")));
      if (!parsed.success) return { status: 400, error: z.prettifyError(parsed.error) };
      try {
        const error = errorOf(await act(parsed.data, id));
        if (error) return { status: 409, error };
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure;
        return { status: failure.status, error: failure.message };
      }
      await webhooks.firstAttempts();
      return { status: 200 };
    };
  }

  const none = z.object({});
  const settlement = z.object({ outcome: z.enum(["succeeded", "failed"]) });
  const refund = z.object({ amount: z.coerce.number().int().optional() });
  const opening = z.object({ status: z.enum(["needs_response", "warning_needs_response", "prevented"]) });
  const refundMove = z.object({ status: refundStatus });
  const disputeMove = z.object({ status: disputeStatus });
  const actions: Record<string, Action> = {
    "sessions settle": action(settlement, ({ outcome }, id) => checkout.settle(id, outcome)),
    "sessions expire": action(none, (_, id) => checkout.expire(id)),
    "payments refund": action(refund, ({ amount }, id) => refunds.make({ payment_intent: id, amount })),
    "payments dispute": action(opening, (how, id) => disputes.open(id, how)),
    "refunds settle": action(refundMove, ({ status }, id) => refunds.settle(id, status)),
    "disputes move": action(disputeMove, ({ status }, id) => disputes.move(id, status)),
    "events redeliver": action(none, (_, id) => webhooks.redeliver(id)),
  };

  return async (path: string, fields: URLSearchParams): Promise<ActionResult> => {
    const [, kind, id = "", verb] = /^\/dev\/(\w+)\/(\w+)\/(\w+)$/.exec(path) ?? [];
    const act = actions[`${kind} ${verb}`];
    return act ? act(id, fields) : { status: 404, error: "unknownAction" };
  };
}

function errorOf(result: unknown): string | undefined {
  const isRefusal = typeof result === "object" && result !== null && "ok" in result && result.ok === false;
  return isRefusal && "error" in result ? String(result.error) : undefined;
}
