import type { Locale } from "~/i18n/locale";
import { layOutMail } from "../mails/mail-layout";

/** How long a confirmation link lives, in days. */
export const confirmationDays = 3;

const texts = {
  pt: {
    subject: "Confirme seu e-mail no Sabiá",
    hello: "Olá!",
    asked: "Sua conta no Sabiá foi criada com este e-mail. Confirme que ele é seu:",
    press: "Confirmar meu e-mail",
    copy: "Se o botão não abrir, copie este endereço no navegador:",
    expires: `O link vale por ${confirmationDays} dias e só funciona uma vez. Você já pode usar a conta enquanto isso.`,
    notYou: "Se não foi você que criou a conta, ignore este e-mail: sem a senha dela, ninguém confirma nada.",
  },
  en: {
    subject: "Confirm your e-mail on Sabiá",
    hello: "Hello!",
    asked: "Your Sabiá account was created with this e-mail. Confirm that it is yours:",
    press: "Confirm my e-mail",
    copy: "If the button does not open, copy this address into your browser:",
    expires: `The link is valid for ${confirmationDays} days and works once. You can use your account in the meantime.`,
    notYou:
      "If you did not create the account, ignore this e-mail: without its password nobody can confirm anything.",
  },
} as const;

/** Returns the confirmation mail, as text and as HTML. `link` is the whole address. */
export function writeConfirmationMail(
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
