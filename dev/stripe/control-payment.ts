import { findDispute } from "./disputes";
import type { Dispute, Refund } from "./money-shapes";
import { type Html, html } from "./page";
import { formatAmount } from "./pay-page-texts";
import type { State } from "./state";

export function renderPayment(chargeId: string, state: State): Html | undefined {
  const charge = state.charges[chargeId];
  if (!charge) return undefined;
  const { amount, amount_refunded, booking, currency, payment_intent } = charge;
  const money = (cents: number) => formatAmount(cents, currency, "pt-BR");
  const left = amount - amount_refunded;
  const refunds = Object.values(state.refunds).filter((refund) => refund.charge === chargeId);
  const dispute = findDispute(state, chargeId);
  return html`<p class="muted"><code>${payment_intent}</code> · <code>${chargeId}</code><br>
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
  return html`<form method="post" action="/dev/refunds/${id}/settle" class="row" aria-label="Reembolso de ${amount}">
<span class="tag${status === "succeeded" && " good"}">Reembolso de ${amount} · ${status}</span>
${next.map((choice) => html`<button name="status" value="${choice}">${choice}</button>`)}</form>`;
}

function renderDispute({ id, status, reason }: Dispute, amount: string): Html {
  return html`<form method="post" action="/dev/disputes/${id}/move" class="row" aria-label="Contestação de ${amount}">
<span class="tag bad">Contestação de ${amount} · ${reason} · ${status}</span>
${nextStatuses(status).map((choice) => html`<button name="status" value="${choice}">${choice}</button>`)}</form>`;
}

function nextStatuses(status: Dispute["status"]): Dispute["status"][] {
  if (status === "won" || status === "prevented" || status === "warning_closed") return [];
  if (status === "lost") return ["appeal_under_review"];
  if (status.startsWith("warning_")) return ["needs_response", "warning_closed"];
  return ["under_review", "won", "lost", "prevented"];
}
