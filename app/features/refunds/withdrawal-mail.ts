import { layOutMail } from "~/features/mails/mail-layout";
import type { Locale } from "~/i18n/locale";

/** What the mail about a withdrawal whose money could not be sent says, written for people. */
export interface ToldWithdrawal {
  locale: Locale;
  /** The video's title. */
  title: string;
  /** "R$ 49,90" */
  amount: string;
  /** The money was to go to a PIX key that the buyer gave. */
  toPixKey: boolean;
  /** The whole address of the page where it can be asked for again. */
  againUrl: string;
}

const texts = {
  pt: {
    subject: (amount: string) => `Não conseguimos devolver ${amount}: peça de novo`,
    hello: "Olá!",
    failed: ({ title, amount }: ToldWithdrawal) =>
      `Você desfez a compra de “${title}”, mas não conseguimos devolver ${amount}. Por isso a compra continua sua.`,
    pixKey: "O valor ia para a chave PIX que você informou. Confira a chave e peça de novo.",
    sameWay: "O banco ou o cartão não aceitou o valor. Você pode pedir de novo.",
    right: "Você desistiu no prazo, então pode pedir de novo mesmo depois dos sete dias.",
    press: "Pedir de novo",
    copy: "Se o botão não abrir, copie este endereço no navegador:",
  },
  en: {
    subject: (amount: string) => `We could not return ${amount}: ask for it again`,
    hello: "Hello!",
    failed: ({ title, amount }: ToldWithdrawal) =>
      `You undid the purchase of “${title}”, but we could not return ${amount}. So the purchase is still yours.`,
    pixKey: "The amount was to go to the PIX key that you gave. Check the key and ask for it again.",
    sameWay: "The bank or card did not take the amount. You can ask for it again.",
    right: "You withdrew in time, so you can ask for it again even after the seven days.",
    press: "Ask for it again",
    copy: "If the button does not open, copy this address into your browser:",
  },
} as const;

/** Writes the mail to a buyer whose withdrawal could not be paid back: for reading as text and as HTML. */
export function writeWithdrawalMail(told: ToldWithdrawal): { subject: string; text: string; html: string } {
  const t = texts[told.locale];
  const subject = t.subject(told.amount);
  const layout = layOutMail({
    locale: told.locale,
    subject,
    paragraphs: [t.hello, t.failed(told), told.toPixKey ? t.pixKey : t.sameWay, t.right],
    press: { label: t.press, href: told.againUrl },
    copy: t.copy,
  });
  return { subject, ...layout };
}
