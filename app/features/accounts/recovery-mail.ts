import type { Locale } from "~/i18n/locale";

/** How long a recovery link lives, in minutes (security.md, Recovery). */
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
  const text = [t.hello, "", t.asked, "", link, "", t.expires, t.notYou, "", "Sabiá"].join("\n");
  const href = link.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const html = `<!doctype html>
<html lang="${locale === "pt" ? "pt-BR" : "en"}">
<head><meta charset="utf-8"><title>${t.subject}</title></head>
<body style="margin:0;background:#fcf7ee;color:#211a13;font:16px/1.5 Arial,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px 20px">
<p style="font-size:24px;font-weight:bold;margin:0 0 24px">Sabiá</p>
<p>${t.hello}</p>
<p>${t.asked}</p>
<p style="margin:28px 0"><a href="${href}" style="background:#b7420c;color:#ffffff;padding:14px 22px;border-radius:12px;text-decoration:none;font-weight:bold">${t.press}</a></p>
<p style="font-size:14px">${t.copy}<br><a href="${href}" style="color:#b7420c;word-break:break-all">${href}</a></p>
<p style="font-size:14px">${t.expires} ${t.notYou}</p>
</div>
</body>
</html>
`;
  return { subject: t.subject, text, html };
}
