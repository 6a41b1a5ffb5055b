import { layOutMail } from "~/features/mails/mail-layout";
import type { Locale } from "~/i18n/locale";

/** How long a recovery link lives, in minutes. */
export const recoveryMinutes = 30;

const texts = {
  pt: {
    subject: "Redefina sua senha no Sabiá",
    hello: "Olá!",
    asked: "Recebemos um pedido para redefinir a senha da sua conta no Sabiá.",
    press: "Redefinir minha senha",
    copy: "Se o botão não abrir, copie este endereço no navegador:",
    expires: `O link vale por ${recoveryMinutes} minutos e só funciona uma vez.`,
    notYou: "Se não foi você, ignore este e-mail: sua senha continua a mesma.",
  },
  en: {
    subject: "Reset your Sabiá password",
    hello: "Hello!",
    asked: "We received a request to reset the password of your Sabiá account.",
    press: "Reset my password",
    copy: "If the button does not open, copy this address into your browser:",
    expires: `The link is valid for ${recoveryMinutes} minutes and works once.`,
    notYou: "If this was not you, ignore this e-mail: your password stays as it is.",
  },
} as const;

/** Writes the recovery mail, for reading as text and as HTML. Takes the whole link. */
export function writeRecoveryMail(
  link: string,
  locale: Locale,
): { subject: string; text: string; html: string } {
  const t = texts[locale];
  const layout = layOutMail({
    locale,
    subject: t.subject,
    paragraphs: [t.hello, t.asked],
    press: { label: t.press, href: link },
    copy: t.copy,
    smallPrint: [t.expires, t.notYou],
  });
  return { subject: t.subject, ...layout };
}
