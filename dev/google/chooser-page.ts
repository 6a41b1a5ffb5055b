import { html, renderPage } from "../local-server/html";

export interface GooglePerson {
  sub: string;
  email: string;
  name: string;
  emailVerified: boolean;
}

const style = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:26rem;margin:2rem auto;padding:0 1rem}
form{border:1px solid #8886;border-radius:12px;padding:1rem;margin:1rem 0;display:grid;gap:.75rem}
input:not([type=checkbox]){font:inherit;padding:.6rem;width:100%;box-sizing:border-box}
button{font:inherit;padding:.7rem;border-radius:8px;border:1px solid #8886;cursor:pointer;text-align:left}
`;

/** The page that chooses an account, for a request whose `redirect_uri` is a URL. Every choice forwards its parameters. */
export function chooserPage(asked: URLSearchParams, people: readonly GooglePerson[]): string {
  const kept = [...asked].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  const picks = people.map(
    ({ email, name, sub, emailVerified }) => html`<form action="/authorize">${kept}
<input type="hidden" name="picked_email" value="${email}">
<input type="hidden" name="picked_name" value="${name}">
<input type="hidden" name="picked_sub" value="${sub}">
<input type="hidden" name="picked_verified" value="${emailVerified ? "yes" : "no"}">
<button>${name}<br><small>${email}</small></button></form>`,
  );
  const body = html`<h1>Google (local)</h1><p>Escolha uma conta para continuar.</p>${picks}
<form action="/authorize">${kept}
<label>E-mail <input type="email" name="picked_email" required></label>
<label>Nome <input name="picked_name"></label>
<label>Identificador (sub) <input name="picked_sub" placeholder="segue do e-mail"></label>
<label><input type="checkbox" name="picked_verified" value="yes" checked> E-mail verificado pelo Google</label>
<button>Continuar</button></form>
<p><a href="${cancelled(asked)}">Cancelar</a></p>`;
  return renderPage({ lang: "pt-BR", title: "Google (local)", style, body });
}

/** The redirect for a cancelled sign-in (RFC 6749, section 4.1.2.1). */
function cancelled(asked: URLSearchParams): string {
  const url = new URL(asked.get("redirect_uri") ?? "");
  url.searchParams.set("error", "access_denied");
  url.searchParams.set("state", asked.get("state") ?? "");
  return url.href;
}
