/** What a mail about a payout says of it, written for people. */
export interface ToldPayout {
  name: string;
  /** "R$ 49,90" */
  amount: string;
  /** Where it went, such as "PIX ana@pix.example". */
  destination: string;
  bankReference: string | null;
  failure: string | null;
  /** The whole address of the statement, and of the payment settings. */
  statementUrl: string;
  settingsUrl: string;
}

/** Writes the mail to a creator whose payout was paid, or failed: for reading as text and as HTML. */
export function writePayoutMail(told: ToldPayout): { subject: string; text: string; html: string } {
  const failed = told.failure !== null;
  const subject = failed
    ? `Não conseguimos pagar ${told.amount}: confira seus dados`
    : `Você recebeu ${told.amount} do Sabiá`;
  const lines = failed
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
  const [press, href] = failed
    ? ["Conferir meus dados", told.settingsUrl]
    : ["Ver o extrato", told.statementUrl];
  const hello = `Olá, ${told.name}!`;
  const text = [hello, "", ...lines.flatMap((line) => [line, ""]), href, "", "Sabiá"].join("\n");
  const html = `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#fcf7ee;color:#211a13;font:16px/1.5 Arial,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px 20px">
<p style="font-size:24px;font-weight:bold;margin:0 0 24px">Sabiá</p>
<p>${escapeHtml(hello)}</p>
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join("\n")}
<p style="margin:28px 0"><a href="${escapeHtml(href)}" style="background:#b7420c;color:#ffffff;padding:14px 22px;border-radius:12px;text-decoration:none;font-weight:bold">${press}</a></p>
<p style="font-size:14px">Se o botão não abrir, copie este endereço no navegador:<br><a href="${escapeHtml(href)}" style="color:#b7420c;word-break:break-all">${escapeHtml(href)}</a></p>
</div>
</body>
</html>
`;
  return { subject, text, html };
}

/** Names and reasons are typed by people. */
function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
