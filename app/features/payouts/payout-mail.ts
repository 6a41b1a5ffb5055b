import { layOutMail } from "../mails/mail-layout";

/** What a mail about a payout says of it, written for people. */
export interface ToldPayout {
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

/** Writes the mail to a creator whose payout was paid, failed, or was returned: for reading as text and as HTML. */
export function writePayoutMail(told: ToldPayout): { subject: string; text: string; html: string } {
  const returned = told.returnReason !== null;
  const failed = told.failure !== null || returned;
  const subject = returned
    ? `O banco devolveu ${told.amount}: confira seus dados`
    : failed
      ? `Não conseguimos pagar ${told.amount}: confira seus dados`
      : `Você recebeu ${told.amount} do Sabiá`;
  const lines = returned
    ? [
        `O banco devolveu o pagamento de ${told.amount} para ${told.destination}.`,
        `Motivo: ${told.returnReason}`,
        "O valor voltou ao seu saldo e entra no próximo pagamento. Antes disso, confira seus dados de pagamento.",
      ]
    : failed
      ? [
          `O pagamento de ${told.amount} para ${told.destination} não foi concluído.`,
          `Motivo: ${told.failure}`,
          "O valor continua seu e entra no próximo pagamento. Antes disso, confira seus dados de pagamento.",
        ]
      : [
          `Pagamos ${told.amount} para ${told.destination}.`,
          `Referência do banco: ${told.bankReference}`,
          "O extrato mostra cada venda que entrou neste pagamento.",
        ];
  const press = failed
    ? { label: "Conferir meus dados", href: told.settingsUrl }
    : { label: "Ver o extrato", href: told.statementUrl };
  const layout = layOutMail({
    locale: "pt",
    subject,
    paragraphs: [`Olá, ${told.name}!`, ...lines],
    press,
    copy: "Se o botão não abrir, copie este endereço no navegador:",
  });
  return { subject, ...layout };
}
