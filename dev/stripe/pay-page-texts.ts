import type { PayError } from "./checkout";
import type { PaymentMethod } from "./state";

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

export type PayPageTexts = typeof pt;

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

export function textsFor(locale: string | null): { lang: "pt-BR" | "en"; texts: PayPageTexts } {
  return locale?.startsWith("en") ? { lang: "en", texts: en } : { lang: "pt-BR", texts: pt };
}

/** With plain spaces. */
export function formatAmount(cents: number, currency: string, lang: string): string {
  const format = new Intl.NumberFormat(lang, { style: "currency", currency });
  return format.format(cents / 100).replace(/\s/g, " ");
}
