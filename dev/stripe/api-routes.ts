import { z } from "zod";
import { missingError, paramError } from "./api-error";
import type { CheckoutDesk } from "./checkout";
import { disputeParams } from "./dispute-params";
import { type DisputeDesk, isDisputed } from "./disputes";
import { type FileDesk, fileObject, fileParams } from "./files";
import type { FormValue } from "./form-body";
import type { Made } from "./idempotency";
import { type Listed, listPage, refuseExpansion } from "./lists";
import { chargeObject, disputeObject, refundObject } from "./money-objects";
import type { Charge } from "./money-shapes";
import type { MovementDesk } from "./movements";
import { sessionObject } from "./objects";
import { parseParams } from "./params";
import { INTENT_EXPANSIONS, paymentIntentObject } from "./payment-objects";
import { refundParams } from "./refund-params";
import type { RefundDesk } from "./refunds";
import { sessionParams } from "./session-params";
import type { Session, Store } from "./state";

type Form = { [key: string]: FormValue };

/** The id of the path is in brackets. */
export interface ReadRoute {
  path: RegExp;
  read(id: string, query: Form): unknown;
}

export interface WriteRoute {
  path: RegExp;
  write(id: string, form: Form): Made;
}

interface RouteOptions {
  store: Store;
  desk: CheckoutDesk;
  refunds: RefundDesk;
  disputes: DisputeDesk;
  files: FileDesk;
  movements: MovementDesk;
  origin: string;
  webhookUrl: () => string | undefined;
}

const PAYMENT = "payment_intent";
const SESSION_EXPANSIONS = [PAYMENT, ...INTENT_EXPANSIONS.map((path) => `${PAYMENT}.${path}`)];

const expansion = z.strictObject({ expand: z.array(z.string()).optional() });

const eventParams = z.strictObject({
  limit: z.string().optional(),
  created: z.strictObject({ gte: z.string().optional() }).optional(),
  delivery_success: z.enum(["true", "false"]).optional(),
});

const listOf = (url: string, data: unknown[]) => ({ object: "list", url, data, has_more: false });

function listEndpoints(url: string | undefined) {
  return url
    ? [{ id: "we_local", object: "webhook_endpoint", url, status: "enabled", enabled_events: ["*"] }]
    : [];
}

/** The part that the product uses: https://docs.stripe.com/api */
export function createApiRoutes({
  store,
  desk,
  refunds,
  disputes,
  files,
  movements,
  origin,
  webhookUrl,
}: RouteOptions) {
  const { state } = store;
  /** `prefix`: of the session's path in `expand`, `data.` in a list. */
  function showSession(session: Session, expand: readonly string[], prefix = "") {
    const asked = expand.filter((path) => path.startsWith(`${prefix}${PAYMENT}`));
    const intent = asked.length > 0 ? desk.findIntent(session.payment_intent ?? "") : undefined;
    const inPayment = asked.map((path) => path.slice(prefix.length + PAYMENT.length + 1));
    return sessionObject(session, origin, intent && paymentIntentObject(intent, state, origin, inPayment));
  }
  const showCharge = (charge: Charge, expandBooking: boolean) =>
    chargeObject(charge, { disputed: isDisputed(state, charge.id), expandBooking });

  function readExpansion(query: Form, known: readonly string[]): string[] {
    const { expand = [] } = parseParams(expansion, query);
    refuseExpansion(expand, known);
    return expand;
  }

  function one<T>(
    path: RegExp,
    find: (id: string) => T | undefined,
    [param, name]: [string, string],
    show: (item: T, expand: string[]) => unknown,
    expansions: readonly string[] = [],
  ): ReadRoute {
    return {
      path,
      read(id, query) {
        const expand = readExpansion(query, expansions);
        const item = find(id);
        if (!item) throw missingError(param, name, id);
        return show(item, expand);
      },
    };
  }

  function many<T extends Listed>(
    url: string,
    name: string,
    all: () => T[],
    show: (item: T, expand: readonly string[]) => unknown,
    expansions: readonly string[] = [],
  ): ReadRoute {
    const path = new RegExp(`^${url}$`);
    return { path, read: (_, query) => listPage({ all: all(), url, name, query, expansions, show }) };
  }

  const own =
    <T>(objects: Record<string, T>) =>
    (id: string) =>
      Object.hasOwn(objects, id) ? objects[id] : undefined;
  const BOOKING = "balance_transaction";
  const FAILURE = "failure_balance_transaction";

  const reads: ReadRoute[] = [
    many(
      "/v1/checkout/sessions",
      "checkout.session",
      () => dueSessions(),
      (session, expand) => showSession(session, expand, "data."),
      SESSION_EXPANSIONS.map((path) => `data.${path}`),
    ),
    many(
      "/v1/charges",
      "charge",
      () => Object.values(state.charges),
      (charge, expand) => showCharge(charge, expand.includes(`data.${BOOKING}`)),
      [`data.${BOOKING}`],
    ),
    many(
      "/v1/refunds",
      "refund",
      () => Object.values(state.refunds),
      (refund, expand) => refundObject(refund, { expandFailure: expand.includes(`data.${FAILURE}`) }),
      [`data.${FAILURE}`],
    ),
    many("/v1/disputes", "dispute", () => Object.values(state.disputes), disputeObject),
    many("/v1/balance_transactions", "balance_transaction", movements.all, (movement) => movement),
    { path: /^\/v1\/files\/(file_[A-Za-z0-9]+)\/contents$/, read: (id) => files.read(id) },
    {
      path: /^\/v1\/balance$/,
      read: () => ({
        object: "balance",
        available: [{ amount: movements.balance(), currency: "brl" }],
        pending: [{ amount: 0, currency: "brl" }],
        livemode: false,
      }),
    },
    {
      path: /^\/v1\/webhook_endpoints$/,
      read: () => listOf("/v1/webhook_endpoints", listEndpoints(webhookUrl())),
    },
    {
      path: /^\/v1\/events$/,
      read(_, query) {
        const { delivery_success: delivered } = parseParams(eventParams, query);
        const found = state.events.filter(
          (event) => delivered === undefined || String(event.delivered) === delivered,
        );
        return listOf("/v1/events", found.map(({ body }) => JSON.parse(body)).toReversed());
      },
    },
    one(
      /^\/v1\/checkout\/sessions\/([^/]+)$/,
      desk.find,
      ["session", "checkout.session"],
      showSession,
      SESSION_EXPANSIONS,
    ),
    one(
      /^\/v1\/payment_intents\/([^/]+)$/,
      desk.findIntent,
      ["intent", "payment_intent"],
      (intent, expand) => paymentIntentObject(intent, state, origin, expand),
      INTENT_EXPANSIONS,
    ),
    one(/^\/v1\/disputes\/([^/]+)$/, own(state.disputes), ["dispute", "dispute"], disputeObject),
  ];

  function dueSessions() {
    desk.expireDue();
    return Object.values(state.sessions);
  }

  const writes: WriteRoute[] = [
    {
      path: /^\/v1\/checkout\/sessions$/,
      write: (_, form) => ({ session: desk.open(parseParams(sessionParams, form)) }),
    },
    {
      path: /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/,
      write: (id) => ({ session: desk.expire(id) }),
    },
    {
      path: /^\/v1\/refunds$/,
      write: (_, form) => ({ refund: refunds.make(parseParams(refundParams, form)) }),
    },
    {
      path: /^\/v1\/files$/,
      write: (_, form) => ({ file: files.store(parseParams(fileParams, form)) }),
    },
    {
      path: /^\/v1\/disputes\/([^/]+)$/,
      write(id, form) {
        const { evidence, submit } = parseParams(disputeParams, form);
        return { dispute: disputes.answer(id, evidence, submit) };
      },
    },
    {
      path: /^\/v1\/disputes\/([^/]+)\/close$/,
      write(id) {
        const moved = disputes.move(id, "lost");
        if (moved.ok) return { dispute: moved.dispute };
        throw moved.error === "unknownDispute"
          ? missingError("dispute", "dispute", id)
          : paramError("dispute", undefined, "This dispute is already closed.");
      },
    },
  ];

  const show = ({ session, refund, dispute, file }: Made) => {
    if (session) return showSession(session, []);
    if (file) return fileObject(file);
    return dispute ? disputeObject(dispute) : refund && refundObject(refund);
  };
  return { reads, writes, show };
}
