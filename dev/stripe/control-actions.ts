import { z } from "zod";
import { ApiError } from "./api-error";
import type { Desks } from "./desks";
import { disputeStatus, refundStatus } from "./state";
import type { Webhooks } from "./webhooks";

interface ActionResult {
  status: number;
  /** Undefined when done. */
  error?: string;
}

type Action = (id: string, fields: URLSearchParams) => Promise<ActionResult>;

/** What the control page's forms do: POSTs of form fields. The id of the path is in brackets. */
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
  const disputeStart = z.object({
    status: z.enum(["needs_response", "warning_needs_response", "prevented"]),
  });
  const actions: [RegExp, Action][] = [
    [
      /^\/dev\/sessions\/([^/]+)\/settle$/,
      action(settlement, ({ outcome }, id) => checkout.settle(id, outcome)),
    ],
    [/^\/dev\/sessions\/([^/]+)\/expire$/, action(none, (_, id) => checkout.expire(id))],
    [
      /^\/dev\/payments\/([^/]+)\/refund$/,
      action(z.object({ amount: z.coerce.number().int().optional() }), ({ amount }, id) =>
        refunds.make({ payment_intent: id, amount }),
      ),
    ],
    [/^\/dev\/payments\/([^/]+)\/dispute$/, action(disputeStart, (how, id) => disputes.open(id, how))],
    [
      /^\/dev\/refunds\/([^/]+)\/settle$/,
      action(z.object({ status: refundStatus }), ({ status }, id) => refunds.settle(id, status)),
    ],
    [
      /^\/dev\/disputes\/([^/]+)\/move$/,
      action(z.object({ status: disputeStatus }), ({ status }, id) => disputes.move(id, status)),
    ],
    [/^\/dev\/events\/([^/]+)\/redeliver$/, action(none, (_, id) => webhooks.redeliver(id))],
  ];

  return async (path: string, fields: URLSearchParams): Promise<ActionResult> => {
    for (const [pattern, act] of actions) {
      const match = pattern.exec(path);
      if (match) return act(match[1] ?? "", fields);
    }
    return { status: 404, error: "unknownAction" };
  };
}

function errorOf(result: unknown): string | undefined {
  const isRefusal = typeof result === "object" && result !== null && "ok" in result && result.ok === false;
  return isRefusal && "error" in result ? String(result.error) : undefined;
}
