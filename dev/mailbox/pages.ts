import { brandName, brandStyles } from "../../app/brand";
import { type Html, html, renderPage, styleSource } from "../local-server/html";
import type { MailMessage } from "./message";

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

const pageStyle = `${brandStyles()}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main,header{max-width:56rem;margin:0 auto;padding:1rem}
header{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;justify-content:space-between}
h1{font-size:1.375rem;line-height:1.25;margin:0}
a{color:var(--primary)}
p{margin:.25rem 0}
.soft{color:var(--ink-soft)}
ul.mail{list-style:none;margin:0;padding:0;border:1px solid var(--line);border-radius:.75rem;background:var(--surface);overflow:hidden}
ul.mail li+li{border-top:1px solid var(--line)}
ul.mail a{display:block;padding:.75rem 1rem;color:inherit;text-decoration:none}
ul.mail a:hover,ul.mail a:focus-visible{background:var(--sunken)}
ul.mail strong{display:block}
.line{display:flex;flex-wrap:wrap;gap:0 1rem;justify-content:space-between;font-size:.875rem;color:var(--ink-soft)}
.box{border:1px solid var(--line);border-radius:.75rem;background:var(--surface);padding:1rem;margin:0 0 1rem}
.empty{padding:3rem 1rem;text-align:center}
pre{white-space:pre-wrap;font:inherit;margin:0}
iframe{display:block;width:100%;height:24rem;border:0;border-radius:.5rem;background:#fff}
button{font:inherit;min-height:2.75rem;padding:0 1rem;border-radius:.5rem;border:1px solid var(--line-strong);background:transparent;color:inherit;cursor:pointer}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:.5rem 0 0}
dt{color:var(--ink-soft)}
dd{margin:0}
h2{font-size:1rem;margin:0 0 .5rem}
:focus-visible{outline:3px solid var(--focus);outline-offset:-3px}
`;

/** No script, and only this stylesheet. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src ${styleSource(pageStyle)}`,
  "img-src data:",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The HTML of a mail: no script or form, its own origin, pictures of this machine. Links may open a new tab. */
export const mailPolicy = [
  "sandbox allow-popups allow-popups-to-escape-sandbox",
  "default-src 'none'",
  "img-src data: http://localhost:* http://127.0.0.1:*",
  "style-src 'unsafe-inline'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join("; ");
