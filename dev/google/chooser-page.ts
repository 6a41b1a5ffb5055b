export interface GooglePerson {
  sub: string;
  email: string;
  name: string;
  emailVerified: boolean;
}

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

const style = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:26rem;margin:2rem auto;padding:0 1rem}
form{border:1px solid #8886;border-radius:12px;padding:1rem;margin:1rem 0;display:grid;gap:.75rem}
input:not([type=checkbox]){font:inherit;padding:.6rem;width:100%;box-sizing:border-box}
button{font:inherit;padding:.7rem;border-radius:8px;border:1px solid #8886;cursor:pointer;text-align:left}
`;

/** The page that chooses an account, for a request whose `redirect_uri` is a URL. Every choice forwards its parameters. */
export function chooserPage(asked: URLSearchParams, people: readonly GooglePerson[]): string {
  const kept = [...asked]
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join("");
  const picks = people
    .map(
      (person) => `<form action="/authorize">${kept}
<input type="hidden" name="picked_email" value="${escapeHtml(person.email)}">
<input type="hidden" name="picked_name" value="${escapeHtml(person.name)}">
<input type="hidden" name="picked_sub" value="${escapeHtml(person.sub)}">
<input type="hidden" name="picked_verified" value="${person.emailVerified ? "yes" : "no"}">
<button>${escapeHtml(person.name)}<br><small>${escapeHtml(person.email)}</small></button></form>`,
    )
    .join("");
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>Google (local)</title><link rel="icon" href="data:,"><style>${style}</style>
<h1>Google (local)</h1><p>Escolha uma conta para continuar.</p>${picks}
<form action="/authorize">${kept}
<label>E-mail <input type="email" name="picked_email" required></label>
<label>Nome <input name="picked_name"></label>
<label>Identificador (sub) <input name="picked_sub" placeholder="segue do e-mail"></label>
<label><input type="checkbox" name="picked_verified" value="yes" checked> E-mail verificado pelo Google</label>
<button>Continuar</button></form>
<p><a href="${escapeHtml(cancelled(asked))}">Cancelar</a></p></html>`;
}

/** The redirect for a cancelled sign-in (RFC 6749, section 4.1.2.1). */
function cancelled(asked: URLSearchParams): string {
  const url = new URL(asked.get("redirect_uri") ?? "");
  url.searchParams.set("error", "access_denied");
  url.searchParams.set("state", asked.get("state") ?? "");
  return url.href;
}
