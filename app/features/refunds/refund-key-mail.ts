import { layOutMail } from "~/features/mails/mail-layout";
import type { Locale } from "~/i18n/locale";

/** What the mail says that asks a buyer where a refund by hand goes, written for people. */
export interface AskedKey {
  locale: Locale;
  /** The video's title. */
  title: string;
  /** "R$ 49,90" */
  amount: string;
  /** The money came a second time; the video stays the buyer's. */
  paidTwice: boolean;
  /** It could not be sent to the key given before. */
  failed: boolean;
  /** The whole address of the form. */
  formUrl: string;
}

const texts = {
  pt: {
    subject: (amount: string) => `Informe sua chave Pix para receber ${amount} de volta`,
    hello: "Olá!",
    twice: ({ title, amount }: AskedKey) =>
      `Você pagou duas vezes pelo vídeo “${title}”. Vamos devolver ${amount}; o vídeo continua seu pela outra compra.`,
    back: ({ title, amount }: AskedKey) => `Vamos devolver ${amount} da sua compra de “${title}”.`,
    failed: "O valor não pôde ser enviado à chave que você informou. Confira a chave e informe de novo.",
    why: "Este pagamento não pode ser estornado pelo banco: nossa equipe faz um Pix para uma chave sua, em alguns dias úteis.",
    press: "Informar chave Pix",
    copy: "Se o botão não abrir, copie este endereço no navegador:",
    small: "Você só informa a chave depois de entrar na sua conta. Nunca pedimos senha por e-mail.",
  },
  en: {
    subject: (amount: string) => `Tell us your Pix key to get ${amount} back`,
    hello: "Hello!",
    twice: ({ title, amount }: AskedKey) =>
      `You paid twice for the video “${title}”. We will return ${amount}; the video stays yours through the other purchase.`,
    back: ({ title, amount }: AskedKey) => `We will return ${amount} of your purchase of “${title}”.`,
    failed: "The amount could not be sent to the key that you gave. Check the key and enter it again.",
    why: "The bank cannot reverse this payment: our team sends a Pix to a key of yours, within a few business days.",
    press: "Enter Pix key",
    copy: "If the button does not open, copy this address into your browser:",
    small: "You enter the key only after logging in to your account. We never ask for a password by e-mail.",
  },
} as const;

/** Returns the mail that asks a buyer for a PIX key, as text and as HTML. */
export function writeRefundKeyMail(asked: AskedKey): { subject: string; text: string; html: string } {
  const t = texts[asked.locale];
  const subject = t.subject(asked.amount);
  const about = asked.paidTwice ? t.twice(asked) : t.back(asked);
  const layout = layOutMail({
    locale: asked.locale,
    subject,
    paragraphs: [t.hello, about, asked.failed ? t.failed : t.why],
    press: { label: t.press, href: asked.formUrl },
    copy: t.copy,
    smallPrint: [t.small],
  });
  return { subject, ...layout };
}
