import { brandName } from "../../app/brand";
import { type Html, html, renderPage } from "../local-server/html";
import type { MailMessage } from "./message";
import { pageStyle } from "./page-style";

export function listPage(messages: MailMessage[]): string {
  const count = messages.length === 1 ? "1 mensagem" : `${messages.length} mensagens`;
  const rows = messages.map(
    ({ id, subject, from, to, receivedAt }) => html`<li><a href="/messages/${id}">
<strong><bdi>${subjectOf(subject)}</bdi></strong>
<span class="line"><span>para <bdi>${to.join(", ")}</bdi></span><span>de <bdi>${from}</bdi></span>${time(receivedAt)}</span>
</a></li>`,
  );
  const clear = html`<form method="post" action="/clear"><button>Apagar tudo</button></form>`;
  return page(
    "Caixa de entrada local",
    html`<header><div><h1>Caixa de entrada local</h1>
<p class="soft">Os e-mails que o ${brandName} envia nesta máquina ficam aqui. ${count}.</p></div>
${messages.length > 0 ? clear : ""}</header>
<main>${messages.length > 0 ? html`<ul class="mail">${rows}</ul>` : emptyList}</main>`,
  );
}

const emptyList = html`<div class="box empty"><p><strong>Nenhuma mensagem ainda</strong></p>
<p class="soft">Peça, por exemplo, a recuperação de uma senha e recarregue esta página.</p></div>`;

export function messagePage(message: MailMessage): string {
  const { id, subject, from, to, receivedAt, text, attachments } = message;
  const files = attachments.map(
    ({ name, type, size }) =>
      html`<li><bdi>${name}</bdi> <span class="soft">${type}, ${size} bytes</span></li>`,
  );
  return page(
    subjectOf(subject),
    html`<header><p><a href="/">← Caixa de entrada</a></p></header>
<main><div class="box"><h1><bdi>${subjectOf(subject)}</bdi></h1>
<dl><dt>De</dt><dd><bdi>${from}</bdi></dd><dt>Para</dt><dd><bdi>${to.join(", ")}</bdi></dd>
<dt>Recebida</dt><dd>${time(receivedAt)}</dd></dl></div>
${text ? html`<section class="box"><h2>Texto</h2><pre>${linked(text)}</pre></section>` : ""}
${message.html ? html`<section class="box"><h2>HTML</h2>${mailFrame(id)}</section>` : ""}
${files.length > 0 ? html`<section class="box"><h2>Anexos</h2><ul>${files}</ul></section>` : ""}</main>`,
  );
}

/** The response's policy also sets the sandbox, for a frame opened directly. */
function mailFrame(id: string): Html {
  return html`<iframe title="Mensagem em HTML" src="/messages/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`;
}

/** Links open in a new tab, since most sites refuse to be framed. */
export function mailDocument(message: MailMessage): string {
  return `<!doctype html><base target="_blank">${message.html}`;
}

export function notFoundPage(): string {
  return page(
    "Não encontrado",
    html`<main><h1>Não encontrado</h1><p><a href="/">← Caixa de entrada</a></p></main>`,
  );
}

function subjectOf(subject: string): string {
  return subject.trim() || "(sem assunto)";
}

function time(iso: string): Html {
  const shown = new Date(iso).toLocaleString("pt-BR", { dateStyle: "short", timeStyle: "medium" });
  return html`<time datetime="${iso}">${shown}</time>`;
}

function page(title: string, body: Html): string {
  return renderPage({ lang: "pt-BR", title, style: pageStyle, body });
}

/** http(s) addresses become links that open in a new tab. */
function linked(text: string): Html {
  const pieces = text.split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/);
  const linkedPieces = pieces.map((piece, index) =>
    index % 2 === 0 ? piece : html`<a href="${piece}" target="_blank" rel="noopener noreferrer">${piece}</a>`,
  );
  return html`${linkedPieces}`;
}
