import type { ApiFault } from "./api";
import type { BookingTime } from "./charges";
import { isWaiting } from "./checkout";
import { renderPayment } from "./control-payment";
import { type Html, html, renderPage } from "./page";
import { formatAmount } from "./pay-page-texts";
import type { RefundOutcome } from "./refunds";
import type { Session, State, StoredEvent } from "./state";
import type { WebhookMode } from "./webhooks";

const SHOWN = 50;

/** Apply to all later requests. */
export interface ControlSettings {
  webhooks: WebhookMode;
  bookings: BookingTime;
  refunds: RefundOutcome;
  api: ApiFault | "none";
}

interface ControlPage {
  state: State;
  settings: ControlSettings;
  webhookUrl: string | undefined;
}

export function renderControlPage({ state, settings, webhookUrl }: ControlPage): string {
  const sessions = Object.values(state.sessions);
  return renderPage({
    lang: "pt-BR",
    title: "Stripe local · controle",
    banner: "Stripe local para desenvolvimento. Nenhum dinheiro é cobrado.",
    wide: true,
    body: html`<h1>Stripe local</h1>
<p class="muted">Webhook: <code>${webhookUrl ?? "sem endereço"}</code></p>
${renderSettings(settings)}
<h2>Sessões</h2>
${newest(sessions).map((session) => renderSession(session, state))}
${sessions.length === 0 && html`<p class="muted">Nenhuma sessão ainda.</p>`}
<h2>Eventos</h2>
${newest(state.events).map(renderEvent)}
${state.events.length === 0 && html`<p class="muted">Nenhum evento ainda.</p>`}`,
  });
}

function newest<T>(list: T[]): T[] {
  return list.slice(-SHOWN).reverse();
}

function renderSettings({ webhooks, bookings, refunds, api }: ControlSettings): Html {
  return html`
${renderSwitch("Webhooks", "/dev/webhooks", "mode", webhooks, {
  deliver: "Entregar",
  hold: "Segurar",
  drop: "Perder",
  twice: "Entregar duas vezes",
})}
${
  webhooks === "hold" &&
  renderChoices("Soltar o que foi segurado", "/dev/webhooks/release", "order", {
    oldestFirst: "Na ordem",
    newestFirst: "De trás para frente",
    shuffled: "Embaralhado",
  })
}
${renderChoices("Reenviar todos os eventos", "/dev/webhooks/redeliver", "order", {
  oldestFirst: "Na ordem",
  newestFirst: "De trás para frente",
  shuffled: "Embaralhado",
})}
${renderSwitch("Tarifa de cada cobrança", "/dev/bookings", "time", bookings, {
  atOnce: "Com o pagamento",
  later: "Só quando lançada",
})}
${renderSwitch("Próximos reembolsos", "/dev/refunds", "outcome", refunds, {
  succeeded: "Aprovar",
  pending: "Deixar pendentes",
  failed: "Recusar",
})}
${renderSwitch("API", "/dev/api", "fault", api, {
  none: "Responder",
  serverError: "Erro 500",
  rateLimited: "Erro 429",
  keyInUse: "Erro 409, pedido em andamento",
  hang: "Não responder",
})}`;
}

function renderSwitch(
  label: string,
  path: string,
  field: string,
  present: string,
  choices: Record<string, string>,
): Html {
  return html`<form method="post" action="${path}" class="row" aria-label="${label}"><span class="muted">${label}</span>
${Object.entries(choices).map(
  ([value, text]) =>
    html`<button name="${field}" value="${value}"${value === present && html` class="main" aria-pressed="true"`}>${text}</button>`,
)}</form>`;
}

function renderChoices(label: string, path: string, field: string, choices: Record<string, string>): Html {
  return renderSwitch(label, path, field, "", choices);
}

function renderSession(session: Session, state: State): Html {
  const intent = state.intents[session.payment_intent ?? ""];
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
${intent?.latest_charge && renderPayment(intent.latest_charge, state)}
</section>`;
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
