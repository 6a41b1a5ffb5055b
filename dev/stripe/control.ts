import { z } from "zod";
import { type Html, html } from "../local-server/html";
import type { Answer } from "../local-server/http";
import type { ApiFault } from "./api";
import { isWaiting } from "./checkout";
import type { Desks } from "./desks";
import { findDispute } from "./objects";
import { formatAmount, page } from "./page";
import { ApiError } from "./params";
import {
  type Charge,
  type Dispute,
  disputeStatus,
  paymentMethod,
  type Refund,
  refundStatus,
  type Session,
  type State,
  type StoredEvent,
} from "./state";
import { type Webhooks, webhookMode, webhookOrder } from "./webhooks";

const SHOWN = 50;

/** What applies to all later requests, by its path below `/dev`, with the field of its form. */
const switches = {
  webhooks: {
    label: "Webhooks",
    field: "mode",
    choices: { deliver: "Entregar", hold: "Segurar", drop: "Perder", twice: "Entregar duas vezes" },
  },
  bookings: {
    label: "Tarifa de cada cobrança",
    field: "time",
    choices: { atOnce: "Com o pagamento", later: "Só quando lançada" },
  },
  refunds: {
    label: "Próximos reembolsos",
    field: "outcome",
    choices: { succeeded: "Aprovar", pending: "Deixar pendentes", failed: "Recusar" },
  },
  api: {
    label: "API",
    field: "fault",
    choices: {
      none: "Responder",
      serverError: "Erro 500",
      rateLimited: "Erro 429",
      keyInUse: "Erro 409, pedido em andamento",
      hang: "Não responder",
    },
  },
};
const orders = { oldestFirst: "Na ordem", newestFirst: "De trás para frente", shuffled: "Embaralhado" };

export type Settings = Record<keyof typeof switches, string>;

export function controlPage(state: State, settings: Settings, webhookUrl: string | undefined): Answer {
  const sessions = Object.values(state.sessions);
  const content = html`<h1>Stripe local</h1>
<p class="muted">Webhook: <code>${webhookUrl ?? "sem endereço"}</code></p>
${renderSettings(settings)}
<h2>Sessões</h2>
${newest(sessions).map((session) => renderSession(session, state))}
${sessions.length === 0 && html`<p class="muted">Nenhuma sessão ainda.</p>`}
<h2>Eventos</h2>
${newest(state.events).map(renderEvent)}
${state.events.length === 0 && html`<p class="muted">Nenhum evento ainda.</p>`}`;
  const banner = "Stripe local para desenvolvimento. Nenhum dinheiro é cobrado.";
  return page(200, { lang: "pt-BR", title: "Stripe local · controle", banner, wide: true, content });
}

function renderSettings(settings: Settings): Html {
  const kinds = Object.keys(switches) as (keyof typeof switches)[];
  return html`${kinds.map((kind) => {
    const { label, field, choices } = switches[kind];
    return renderChoices(label, `/dev/${kind}`, field, choices, settings[kind]);
  })}
${settings.webhooks === "hold" && renderChoices("Soltar o que foi segurado", "/dev/webhooks/release", "order", orders)}
${renderChoices("Reenviar todos os eventos", "/dev/webhooks/redeliver", "order", orders)}`;
}

function renderChoices(
  label: string,
  path: string,
  field: string,
  texts: Record<string, string>,
  present?: string,
): Html {
  return html`<form method="post" action="${path}" class="row" aria-label="${label}"><span class="muted">${label}</span>
${Object.entries(texts).map(
  ([value, text]) =>
    html`<button name="${field}" value="${value}"${value === present && html` class="main" aria-pressed="true"`}>${text}</button>`,
)}</form>`;
}

function newest<T>(list: T[]): T[] {
  return list.slice(-SHOWN).reverse();
}

function renderSession(session: Session, state: State): Html {
  const intent = state.intents[session.payment_intent ?? ""];
  const charge = state.charges[intent?.latest_charge ?? ""];
  const amount = formatAmount(session.amount_total, session.currency, "pt-BR");
  return html`<section class="card" aria-label="${session.product_name}">
<strong>${session.product_name}</strong>
<p class="muted">${amount} · ${session.customer_email ?? "sem e-mail"} · ${when(session.created * 1000)}<br><code>${session.id}</code></p>
<div class="row"><span class="tag">${session.status}</span>
<span class="tag${session.payment_status === "paid" && " good"}">${session.payment_status}</span>
${intent && html`<span class="tag">${intent.payment_method} · ${intent.status}</span>`}</div>
${
  session.status === "open" &&
  html`<form method="post" action="/dev/sessions/${session.id}/expire" class="row">
<a class="button" href="/c/pay/${session.id}">Abrir página de pagamento</a><button>Expirar</button></form>`
}
${
  intent &&
  isWaiting(session, intent) &&
  html`<form method="post" action="/dev/sessions/${session.id}/settle" class="row">
<a class="button" href="/c/slip/${intent.id}">Abrir código</a>
<button class="main" name="outcome" value="succeeded">Confirmar pagamento</button>
<button name="outcome" value="failed">Recusar pagamento</button></form>`
}
${charge && renderCharge(charge, state)}
</section>`;
}

function renderCharge(charge: Charge, state: State): Html {
  const { id, amount, amount_refunded, booking, currency, payment_intent } = charge;
  const money = (cents: number) => formatAmount(cents, currency, "pt-BR");
  const left = amount - amount_refunded;
  const refunds = Object.values(state.refunds).filter((refund) => refund.charge === id);
  const dispute = findDispute(state, id);
  return html`<p class="muted"><code>${payment_intent}</code> · <code>${id}</code><br>
${booking ? `Tarifa: ${formatAmount(booking.fee, booking.currency, "pt-BR")}` : "Tarifa ainda não lançada"} · Reembolsado: ${money(amount_refunded)}</p>
${!booking && html`<form method="post" action="/dev/payments/${payment_intent}/book" class="row"><button>Lançar tarifa</button></form>`}
${
  left > 0 &&
  html`<form method="post" action="/dev/payments/${payment_intent}/refund" class="row">
<label>Centavos <input name="amount" inputmode="numeric" pattern="[0-9]*" placeholder="${left}"></label><button>Reembolsar</button></form>`
}
${
  left > 0 &&
  !dispute &&
  html`<form method="post" action="/dev/payments/${payment_intent}/dispute" class="row">
<button name="status" value="needs_response">Contestar</button>
<button name="status" value="warning_needs_response">Abrir consulta</button>
<button name="status" value="prevented">Contestação evitada</button></form>`
}
${refunds.map((refund) => renderRefund(refund, money(refund.amount)))}
${dispute && renderDispute(dispute, money(dispute.amount))}`;
}

function renderRefund({ id, status }: Refund, amount: string): Html {
  const next = {
    pending: ["succeeded", "requires_action", "failed", "canceled"],
    requires_action: ["succeeded", "failed", "canceled"],
    succeeded: ["failed"],
    failed: [],
    canceled: [],
  }[status];
  return renderStatus(`/dev/refunds/${id}/settle`, `Reembolso de ${amount} · ${status}`, next);
}

function renderDispute({ id, status, reason }: Dispute, amount: string): Html {
  const text = `Contestação de ${amount} · ${reason} · ${status}`;
  return renderStatus(`/dev/disputes/${id}/move`, text, nextStatuses(status));
}

function renderStatus(action: string, text: string, next: readonly string[]): Html {
  return html`<form method="post" action="${action}" class="row" aria-label="${text}"><span class="tag">${text}</span>
${next.map((choice) => html`<button name="status" value="${choice}">${choice}</button>`)}</form>`;
}

function nextStatuses(status: Dispute["status"]): Dispute["status"][] {
  if (status === "won" || status === "prevented" || status === "warning_closed") return [];
  if (status === "lost") return ["appeal_under_review"];
  if (status.startsWith("warning_")) return ["needs_response", "warning_closed"];
  return ["under_review", "won", "lost", "prevented"];
}

function renderEvent(event: StoredEvent): Html {
  const outcome = event.delivered
    ? html`<span class="tag good">entregue</span>`
    : html`<span class="tag bad">${event.lost ? "perdido" : "pendente"}</span>`;
  return html`<section class="card" aria-label="${event.type}">
<strong>${event.type}</strong> ${outcome}
<p class="muted">${when(event.created * 1000)}<br><code>${event.id}</code></p>
${event.attempts.map(({ at, status, error }) => html`<p class="muted">${when(at)}: ${status ?? error ?? "sem resposta"}</p>`)}
<form method="post" action="/dev/events/${event.id}/redeliver" class="row"><button>Reenviar</button></form>
</section>`;
}

const when = (milliseconds: number) =>
  new Date(milliseconds).toISOString().replace("T", " ").slice(0, 19).concat(" UTC");

type ActionResult = { status: 200; result: unknown } | { status: 400 | 404 | 409; error: string };

type Action = (id: string, fields: URLSearchParams) => Promise<ActionResult>;

interface Parts extends Desks {
  webhooks: Webhooks;
  setApiFault: (fault: ApiFault | undefined) => void;
}

/** What the control page's forms do, and tests in another process: POSTs of form fields (README.md beside this file). */
export function createActions({ checkout, charges, refunds, disputes, webhooks, setApiFault }: Parts) {
  /** Waits for the first delivery of every event. */
  function action<T>(shape: z.ZodType<T>, act: (fields: T, id: string) => unknown): Action {
    return async (id, fields) => {
      const parsed = shape.safeParse(Object.fromEntries([...fields].filter(([, value]) => value !== "")));
      if (!parsed.success) return { status: 400, error: z.prettifyError(parsed.error) };
      const result = await refusedAsValue(() => act(parsed.data, id));
      const error = errorOf(result);
      if (error) return { status: error.startsWith("unknown") ? 404 : 409, error };
      await webhooks.firstAttempts();
      return { status: 200, result: result ?? null };
    };
  }

  const cents = z.coerce.number().int().optional();
  const none = z.object({});
  const payment = z.object({
    method: paymentMethod,
    outcome: z.enum(["succeed", "decline", "later", "show"]).default("succeed"),
  });
  const settlement = z.object({ outcome: z.enum(["succeeded", "failed"]) });
  const opening = z.object({
    status: z.enum(["needs_response", "warning_needs_response", "prevented"]).optional(),
    amount: cents,
    reason: z.string().max(40).optional(),
  });
  const refundMove = z.object({ status: refundStatus });
  const disputeMove = z.object({ status: disputeStatus, amount: cents });
  const order = z.object({ order: webhookOrder.default("oldestFirst") });
  const bookings = z.object({ time: z.enum(["atOnce", "later"]) });
  const outcomes = z.object({ outcome: z.enum(["succeeded", "pending", "failed"]) });
  const faults = z.object({ fault: z.enum(["none", "serverError", "rateLimited", "keyInUse", "hang"]) });
  const actions: Record<string, Action> = {
    "sessions/pay": action(payment, (how, id) => checkout.pay(id, how)),
    "sessions/settle": action(settlement, ({ outcome }, id) => checkout.settle(id, outcome)),
    "sessions/expire": action(none, (_, id) => checkout.expire(id)),
    "payments/book": action(none, (_, id) => charges.book(id)),
    "payments/refund": action(z.object({ amount: cents }), ({ amount }, id) =>
      refunds.make({ payment_intent: id, amount }),
    ),
    "payments/dispute": action(opening, (how, id) => disputes.open(id, how)),
    "refunds/settle": action(refundMove, ({ status }, id) => refunds.settle(id, status)),
    "disputes/move": action(disputeMove, ({ status, amount }, id) => disputes.move(id, status, amount)),
    "events/redeliver": action(
      none,
      async (_, id) => (await webhooks.redeliver(id)) ?? { ok: false, error: "unknownEvent" },
    ),
    webhooks: action(z.object({ mode: webhookMode }), ({ mode }) => webhooks.setMode(mode)),
    "webhooks/release": action(order, ({ order }) => webhooks.release(order)),
    "webhooks/redeliver": action(order, ({ order }) => webhooks.redeliverAll(order)),
    bookings: action(bookings, ({ time }) => charges.setBookingTime(time)),
    refunds: action(outcomes, ({ outcome }) => refunds.setOutcome(outcome)),
    api: action(faults, ({ fault }) => setApiFault(fault === "none" ? undefined : fault)),
  };

  return async (path: string, fields: URLSearchParams): Promise<ActionResult> => {
    const [, , kind = "", ...rest] = path.split("/");
    const id = rest.length > 1 ? rest.shift() : undefined;
    const name = [kind, ...rest].join("/");
    const act = path.startsWith("/dev/") && Object.hasOwn(actions, name) ? actions[name] : undefined;
    return act ? act(id ?? "", fields) : { status: 404, error: "unknownAction" };
  };
}

async function refusedAsValue(act: () => unknown): Promise<unknown> {
  try {
    return await act();
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
