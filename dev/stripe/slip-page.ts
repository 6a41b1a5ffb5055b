import { html, renderPage } from "./page";
import { successUrl } from "./pay-page";
import { formatAmount, textsFor } from "./pay-page-texts";
import { pendingCode } from "./pending-codes";
import type { PaymentIntent, Session } from "./state";

/** What to pay and until when, as Stripe shows it before it sends the buyer back. `waiting`: can still be paid. */
export function renderSlipPage(session: Session, intent: PaymentIntent, waiting: boolean): string {
  const { lang, texts } = textsFor(session.locale);
  const method = intent.payment_method === "pix" ? "pix" : "boleto";
  const amount = formatAmount(intent.amount, intent.currency, lang);
  const body = html`<h1>${texts.slip.title[method]}</h1>
<p class="muted">${session.product_name}</p>
<p class="amount">${amount}</p>
${
  waiting
    ? html`<div class="card"><strong>${texts.slip.code[method]}</strong>
<p><code>${pendingCode(intent)}</code></p>
${intent.payable_until && html`<p>${texts.slip.until(formatTime(intent.payable_until, lang))}</p>`}
<form method="post"><button>${texts.slip.simulate}</button></form></div>`
    : html`<div class="message" role="status">${texts.slip.over}</div>`
}
<a class="button main" href="${successUrl(session)}">${texts.back}</a>`;
  return renderPage({ lang, title: texts.title, banner: texts.banner, body });
}

function formatTime(seconds: number, lang: string): string {
  const format = new Intl.DateTimeFormat(lang, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "America/Sao_Paulo",
  });
  return format.format(seconds * 1000);
}
