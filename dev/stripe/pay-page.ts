import { type Html, html } from "../local-server/html";
import type { Answer } from "../local-server/http";
import type { PayError } from "./checkout";
import { pendingCode } from "./objects";
import { formatAmount, page } from "./page";
import type { PaymentIntent, PaymentMethod, Session } from "./state";

/** Stripe fills in the braces only when they are not percent-encoded. */
export function successUrl(session: Session): string {
  return session.success_url.replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

export function payPage(
  status: number,
  session: Session | undefined,
  error?: PayError,
  chosen?: PaymentMethod,
): Answer {
  const { lang, texts } = textsFor(session?.locale ?? null);
  const content = session ? renderSession(session, lang, texts, error, chosen) : renderNotice(texts.unknown);
  return page(status, { lang, title: texts.title, banner: texts.banner, content });
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

/** What to pay and until when, as Stripe shows it before it sends the buyer back. `waiting`: can still be paid. */
export function slipPage(status: number, session: Session, intent: PaymentIntent, waiting: boolean): Answer {
  const { lang, texts } = textsFor(session.locale);
  const method = intent.payment_method === "pix" ? "pix" : "boleto";
  const amount = formatAmount(intent.amount, intent.currency, lang);
  const content = html`<h1>${texts.slip.title[method]}</h1>
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
  return page(status, { lang, title: texts.title, banner: texts.banner, content });
}

function formatTime(seconds: number, lang: string): string {
  const format = new Intl.DateTimeFormat(lang, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "America/Sao_Paulo",
  });
  return format.format(seconds * 1000);
}

const pt = {
  title: "Pagamento de teste",
  banner: "Página local de teste, no lugar do Stripe. Nenhum dinheiro é cobrado.",
  choose: "Forma de pagamento",
  methods: {
    card: { name: "Cartão", hint: "Aprovado ou recusado na hora" },
    pix: { name: "Pix", hint: "Confirmado em segundos ou mais tarde" },
    boleto: { name: "Boleto", hint: "Confirmado cerca de um dia útil depois" },
  } satisfies Record<PaymentMethod, { name: string; hint: string }>,
  pay: (amount: string) => `Pagar ${amount}`,
  later: "Deixar para depois",
  decline: "Simular recusa",
  cancel: "Cancelar e voltar",
  back: "Voltar para a loja",
  complete: "Este pagamento já foi concluído.",
  expired: "Esta página de pagamento expirou.",
  unknown: "Página de pagamento não encontrada.",
  slip: {
    title: { pix: "Pague com Pix", boleto: "Pague o boleto" },
    code: { pix: "Código Pix (copia e cola)", boleto: "Número do boleto" },
    until: (time: string) => `Pague até ${time}.`,
    simulate: "Simular pagamento",
    over: "Este código não espera mais um pagamento.",
  },
  errors: {
    declined: "Pagamento recusado. Tente de novo ou escolha outra forma de pagamento.",
    methodNotOffered: "Escolha uma das formas de pagamento abaixo.",
    cannotWait: "O cartão é aprovado ou recusado na hora: só Pix e boleto podem ficar para depois.",
  } satisfies Record<Exclude<PayError, "unknownSession" | "notOpen">, string>,
};

type PayPageTexts = typeof pt;

const en: PayPageTexts = {
  title: "Test payment",
  banner: "Local test page in place of Stripe. No money is charged.",
  choose: "Payment method",
  methods: {
    card: { name: "Card", hint: "Approved or declined at once" },
    pix: { name: "Pix", hint: "Confirmed within seconds or later" },
    boleto: { name: "Boleto", hint: "Confirmed about one business day later" },
  },
  pay: (amount) => `Pay ${amount}`,
  later: "Leave for later",
  decline: "Simulate a decline",
  cancel: "Cancel and go back",
  back: "Back to the shop",
  complete: "This payment is already complete.",
  expired: "This payment page has expired.",
  unknown: "Payment page not found.",
  slip: {
    title: { pix: "Pay with Pix", boleto: "Pay the boleto" },
    code: { pix: "Pix code", boleto: "Boleto number" },
    until: (time) => `Pay by ${time}.`,
    simulate: "Simulate the payment",
    over: "This code no longer waits for a payment.",
  },
  errors: {
    declined: "Payment declined. Try again or choose another payment method.",
    methodNotOffered: "Choose one of the payment methods below.",
    cannotWait: "A card is approved or declined at once: only Pix and boleto can be left for later.",
  },
};

function textsFor(locale: string | null): { lang: "pt-BR" | "en"; texts: PayPageTexts } {
  return locale?.startsWith("en") ? { lang: "en", texts: en } : { lang: "pt-BR", texts: pt };
}
