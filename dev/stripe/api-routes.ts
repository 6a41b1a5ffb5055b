import { z } from "zod";
import type { Desks } from "./desks";
import { disputeParams } from "./disputes";
import { fileObject, fileParams } from "./files";
import { sessionParams } from "./new-session";
import {
  chargeObject,
  disputeObject,
  INTENT_EXPANSIONS,
  paymentIntentObject,
  refundObject,
  sessionObject,
} from "./objects";
import { type Form, integer, missingError, paramError, parseParams, text } from "./params";
import { refundParams } from "./refunds";
import { type Account, findById, type Session, type StoredAnswer } from "./state";

/** What a request made. */
export type Made = Pick<StoredAnswer, "session" | "refund" | "dispute" | "file">;

/** By path, where `:id` is any id. */
export type Routes<T> = Record<string, (id: string, params: Form) => T>;

const PAYMENT = "payment_intent";
const SESSION_EXPANSIONS = [PAYMENT, ...INTENT_EXPANSIONS.map((path) => `${PAYMENT}.${path}`)];

const expansion = z.strictObject({ expand: z.array(z.string()).optional() });

const eventParams = z.strictObject({
  limit: z.string().optional(),
  created: z.strictObject({ gte: z.string().optional() }).optional(),
  delivery_success: z.enum(["true", "false"]).optional(),
});

const listOf = (url: string, data: unknown[]) => ({ object: "list", url, data, has_more: false });

/** The part that the product uses: https://docs.stripe.com/api */
export function createApiRoutes(
  { state, origin }: Account,
  { checkout, refunds, disputes, files, movements }: Desks,
  webhookUrl: () => string | undefined,
) {
  /** `prefix`: of the session's path in `expand`, `data.` in a list. */
  function showSession(session: Session, expand: readonly string[], prefix = "") {
    const asked = expand.filter((path) => path.startsWith(`${prefix}${PAYMENT}`));
    const intent = asked.length > 0 ? checkout.findIntent(session.payment_intent ?? "") : undefined;
    const inPayment = asked.map((path) => path.slice(prefix.length + PAYMENT.length + 1));
    return sessionObject(session, origin, intent && paymentIntentObject(intent, state, origin, inPayment));
  }
  function one<T>(
    name: string,
    find: (id: string) => T | undefined,
    show: (item: T, expand: string[]) => unknown,
    expansions: readonly string[] = [],
  ) {
    return (id: string, query: Form) => {
      const { expand = [] } = parseParams(expansion, query);
      refuseExpansion(expand, expansions);
      const item = find(id);
      if (!item) throw missingError(name.split(/[._]/).at(-1) ?? "", name, id);
      return show(item, expand);
    };
  }

  /** A list of at most 100, newest first. `all`: oldest first. Throws ApiError for an unknown parameter or start. */
  function many<T extends Listed>(
    url: string,
    name: string,
    all: () => T[],
    show: (item: T, expand: readonly string[]) => unknown,
    expansions: readonly string[] = [],
  ): Routes<unknown> {
    const list = (query: Form) => {
      const {
        limit = 10,
        starting_after,
        created,
        payment_intent,
        expand = [],
      } = parseParams(listParams, query);
      if (limit < 1 || limit > 100) {
        throw paramError("limit", "parameter_invalid_integer", "This value must be between 1 and 100.");
      }
      refuseExpansion(expand, expansions);
      const newestFirst = all()
        .toReversed()
        .filter((item) => item.created >= (created?.gte ?? 0))
        .filter((item) => payment_intent === undefined || item.payment_intent === payment_intent);
      const last = newestFirst.findIndex(({ id }) => id === starting_after);
      if (starting_after && last === -1) throw missingError("starting_after", name, starting_after);
      const rest = newestFirst.slice(last + 1);
      const data = rest.slice(0, limit).map((item) => show(item, expand));
      return { ...listOf(url, data), has_more: rest.length > limit };
    };
    return { [url]: (_, query) => list(query) };
  }

  const BOOKING = "balance_transaction";
  const FAILURE = "failure_balance_transaction";

  const reads: Routes<unknown> = {
    ...many(
      "/v1/checkout/sessions",
      "checkout.session",
      () => {
        checkout.expireDue();
        return Object.values(state.sessions);
      },
      (session, expand) => showSession(session, expand, "data."),
      SESSION_EXPANSIONS.map((path) => `data.${path}`),
    ),
    ...many(
      "/v1/charges",
      "charge",
      () => Object.values(state.charges),
      (charge, expand) => chargeObject(charge, state, expand.includes(`data.${BOOKING}`)),
      [`data.${BOOKING}`],
    ),
    ...many(
      "/v1/refunds",
      "refund",
      () => Object.values(state.refunds),
      (refund, expand) => refundObject(refund, expand.includes(`data.${FAILURE}`)),
      [`data.${FAILURE}`],
    ),
    ...many("/v1/disputes", "dispute", () => Object.values(state.disputes), disputeObject),
    ...many("/v1/balance_transactions", "balance_transaction", movements.all, (movement) => movement),
    "/v1/files/:id/contents": (id) => files.read(id),
    "/v1/balance": () => ({
      object: "balance",
      available: [{ amount: movements.balance(), currency: "brl" }],
      pending: [{ amount: 0, currency: "brl" }],
      livemode: false,
    }),
    "/v1/webhook_endpoints"() {
      const [url, status] = [webhookUrl(), "enabled"];
      const endpoint = { id: "we_local", object: "webhook_endpoint", url, status, enabled_events: ["*"] };
      return listOf("/v1/webhook_endpoints", url ? [endpoint] : []);
    },
    "/v1/events"(_, query) {
      const { delivery_success: delivered } = parseParams(eventParams, query);
      const found = state.events.filter(
        (event) => delivered === undefined || String(event.delivered) === delivered,
      );
      return listOf("/v1/events", found.map(({ body }) => JSON.parse(body)).toReversed());
    },
    "/v1/checkout/sessions/:id": one("checkout.session", checkout.find, showSession, SESSION_EXPANSIONS),
    "/v1/payment_intents/:id": one(
      "payment_intent",
      checkout.findIntent,
      (intent, expand) => paymentIntentObject(intent, state, origin, expand),
      INTENT_EXPANSIONS,
    ),
    "/v1/disputes/:id": one("dispute", (id) => findById(state.disputes, id), disputeObject),
  };

  const writes: Routes<Made> = {
    "/v1/checkout/sessions": (_, form) => ({ session: checkout.open(parseParams(sessionParams, form)) }),
    "/v1/checkout/sessions/:id/expire": (id) => ({ session: checkout.expire(id) }),
    "/v1/refunds": (_, form) => ({ refund: refunds.make(parseParams(refundParams, form)) }),
    "/v1/files": (_, form) => ({ file: files.store(parseParams(fileParams, form)) }),
    "/v1/disputes/:id": (id, form) => ({ dispute: disputes.answer(id, parseParams(disputeParams, form)) }),
    "/v1/disputes/:id/close"(id) {
      const moved = disputes.move(id, "lost");
      if (moved.ok) return { dispute: moved.dispute };
      throw moved.error === "unknownDispute"
        ? missingError("dispute", "dispute", id)
        : paramError("dispute", undefined, "This dispute is already closed.");
    },
  };

  const show = ({ session, refund, dispute, file }: Made) => {
    if (session) return showSession(session, []);
    if (file) return fileObject(file);
    return dispute ? disputeObject(dispute) : refund && refundObject(refund);
  };
  return { reads, writes, show };
}

/** https://docs.stripe.com/api/pagination, and `created`. Refuses other parameters by name. */
const listParams = z.strictObject({
  limit: integer.optional(),
  starting_after: text(200).optional(),
  created: z.strictObject({ gte: integer.optional() }).optional(),
  payment_intent: text(200).optional(),
  expand: z.array(z.string()).optional(),
});

interface Listed {
  id: string;
  created: number;
  payment_intent?: string | null;
}

/** Throws ApiError for what cannot be expanded here. */
function refuseExpansion(expand: readonly string[], known: readonly string[]): void {
  const unknown = expand.find((path) => !known.includes(path));
  if (unknown !== undefined) {
    throw paramError("expand", undefined, `This property cannot be expanded (${unknown}).`);
  }
}
