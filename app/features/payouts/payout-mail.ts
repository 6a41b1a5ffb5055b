import type { MailParts } from "../mails/mail-parts";

/** The values of a mail about a payout, formatted. */
export interface PayoutMailValues {
  name: string;
  /** "R$ 49,90" */
  amount: string;
  /** Where it went, such as "PIX ana@pix.example". */
  destination: string;
  bankReference: string | null;
  failure: string | null;
  /** Why the bank returned it after it was paid. */
  returnReason: string | null;
  /** The whole address of the statement, and of the payment settings. */
  statementUrl: string;
  settingsUrl: string;
}

/** Writes the mail to a creator whose payout was paid, failed, or was returned. */
export function writePayoutMail(values: PayoutMailValues): MailParts {
  const returned = values.returnReason !== null;
  const failed = values.failure !== null || returned;
  const subject = returned
    ? `O banco devolveu ${values.amount}: confira seus dados`
    : failed
      ? `Não conseguimos pagar ${values.amount}: confira seus dados`
      : `Você recebeu ${values.amount} do Sabiá`;
  const lines = returned
    ? [
        `O banco devolveu o pagamento de ${values.amount} para ${values.destination}.`,
        `Motivo: ${values.returnReason}`,
        "O valor voltou ao seu saldo e entra no próximo pagamento. Antes disso, confira seus dados de pagamento.",
      ]
    : failed
      ? [
          `O pagamento de ${values.amount} para ${values.destination} não foi concluído.`,
          `Motivo: ${values.failure}`,
          "O valor continua seu e entra no próximo pagamento. Antes disso, confira seus dados de pagamento.",
        ]
      : [
          `Pagamos ${values.amount} para ${values.destination}.`,
          `Referência do banco: ${values.bankReference}`,
          "O extrato mostra cada venda que entrou neste pagamento.",
        ];
  const button = failed
    ? { label: "Conferir meus dados", href: values.settingsUrl }
    : { label: "Ver o extrato", href: values.statementUrl };
  return {
    locale: "pt",
    subject,
    paragraphs: [`Olá, ${values.name}!`, ...lines],
    button,
  };
}
