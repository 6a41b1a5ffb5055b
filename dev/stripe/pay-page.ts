import type { PayError } from "./checkout";
import { type Html, html, renderPage } from "./page";
import { formatAmount, type PayPageTexts, textsFor } from "./pay-page-texts";
import type { PaymentMethod, Session } from "./state";

/** Stripe fills in the braces only when they are not percent-encoded. */
export function successUrl(session: Session): string {
  return session.success_url.replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

export function renderPayPage(
  session: Session | undefined,
  error?: PayError,
  chosen?: PaymentMethod,
): string {
  const { lang, texts } = textsFor(session?.locale ?? null);
  const body = session ? renderSession(session, lang, texts, error, chosen) : renderNotice(texts.unknown);
  return renderPage({ lang, title: texts.title, banner: texts.banner, body });
}

function renderSession(
  session: Session,
  lang: string,
  texts: PayPageTexts,
  error: PayError | undefined,
  chosen: PaymentMethod | undefined,
): Html {
  if (session.status === "complete") return renderNotice(texts.complete, successUrl(session), texts.back);
  if (session.status === "expired") return renderNotice(texts.expired, session.cancel_url, texts.back);
  const amount = formatAmount(session.amount_total, session.currency, lang);
  const message = error && error !== "unknownSession" && error !== "notOpen" && texts.errors[error];
  const methods = session.payment_method_types;
  const checked = chosen && methods.includes(chosen) ? chosen : methods[0];
  return html`<h1>${session.product_name}</h1>
<p class="amount">${amount}</p>
${session.customer_email && html`<p class="muted">${session.customer_email}</p>`}
${message && html`<div class="message" role="alert">${message}</div>`}
<form method="post" class="card">
<fieldset><legend>${texts.choose}</legend>
${methods.map((method) => renderMethod(method, method === checked, texts))}
</fieldset>
<button class="main" name="outcome" value="succeed">${texts.pay(amount)}</button>
${methods.some((method) => method !== "card") && html`<button class="later" name="outcome" value="later">${texts.later}</button>`}
<button name="outcome" value="decline">${texts.decline}</button>
</form>
${session.cancel_url && html`<a class="back" href="${session.cancel_url}">${texts.cancel}</a>`}`;
}

function renderMethod(method: PaymentMethod, checked: boolean, texts: PayPageTexts): Html {
  const { name, hint } = texts.methods[method];
  return html`<label class="choice"><input type="radio" name="method" value="${method}" aria-label="${name}" aria-describedby="hint-${method}"${checked && html` checked`}>
<span><strong>${name}</strong><span class="muted" id="hint-${method}">${hint}</span></span></label>`;
}

function renderNotice(text: string, href?: string | null, label?: string): Html {
  return html`<div class="card"><h1>${text}</h1>
${href && label && html`<a class="button main" href="${href}">${label}</a>`}</div>`;
}
