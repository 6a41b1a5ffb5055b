import { type Html, html, renderPage, styleSource } from "../local-server/html";
import type { Answer } from "../local-server/http";

const STYLE = `
*{box-sizing:border-box}
html{font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:#1b2138;background:#f3f4f8}
body{margin:0;min-height:100vh}
.banner{background:#fff3c4;color:#5b4300;border-bottom:1px solid #eed77f;padding:.625rem 1rem;text-align:center;font-size:.875rem}
main{max-width:30rem;margin:0 auto;padding:1.5rem 1rem 3rem}
main.wide{max-width:52rem}
.card{background:#fff;border:1px solid #e0e3ec;border-radius:1rem;padding:1.25rem;margin-top:1rem;box-shadow:0 1px 2px #1b213812}
h1{font-size:1.25rem;line-height:1.3;margin:0}
h2{font-size:1rem;margin:2rem 0 0}
p{margin:.5rem 0 0}
.muted{color:#565d75;font-size:.875rem;overflow-wrap:anywhere}
.amount{font-size:2.25rem;font-weight:700;line-height:1.2;letter-spacing:-.02em;white-space:nowrap}
.message{border-radius:.75rem;padding:.75rem 1rem;margin-top:1rem;background:#fdecec;color:#8d1a1a;border:1px solid #f4c6c6}
fieldset{border:0;padding:0;margin:0}
legend{font-weight:600;padding:0}
.choice{display:flex;gap:.75rem;align-items:flex-start;border:1px solid #c9cedd;border-radius:.75rem;padding:.75rem;margin-top:.5rem;cursor:pointer}
.choice:has(:checked){border-color:#3d3bd1;background:#f2f2ff;box-shadow:inset 0 0 0 1px #3d3bd1}
.choice input{flex:none;margin:.25rem 0 0;width:1.125rem;height:1.125rem;accent-color:#3d3bd1}
.choice span{display:block}
button,.button{display:block;width:100%;min-height:3rem;border-radius:.75rem;border:1px solid #c9cedd;background:#fff;color:#1b2138;font:inherit;font-weight:600;padding:.625rem 1rem;margin:.75rem 0 0;cursor:pointer;text-align:center;text-decoration:none}
button.main,.button.main{background:#3d3bd1;border-color:#3d3bd1;color:#fff}
button:hover,.button:hover{filter:brightness(.96)}
:focus-visible{outline:3px solid #3d3bd1;outline-offset:2px}
form:has([value=card]:checked) .later{display:none}
.row{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center;margin-top:.75rem}
.row button,.row .button{width:auto;min-height:2.75rem;margin:0}
.row input{width:7rem;min-height:2.75rem;border:1px solid #c9cedd;border-radius:.75rem;padding:.5rem .75rem;font:inherit}
.tag{display:inline-block;border-radius:1rem;padding:.0625rem .625rem;font-size:.8125rem;background:#e6e8f0;color:#333a55}
.tag.good{background:#d8f1e0;color:#14532d}
.tag.bad{background:#fbdcdc;color:#8d1a1a}
.back{display:block;text-align:center;margin-top:1rem;color:#3d3bd1;padding:.5rem}
code{font-size:.8125rem;overflow-wrap:anywhere}
`;

/** No form-action: browsers apply it to the redirect that follows a form, and paying ends with one to the shop. */
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": `default-src 'none'; style-src ${styleSource(STYLE)}; img-src data:; base-uri 'none'; frame-ancestors 'none'`,
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
};

interface Page {
  lang: "pt-BR" | "en";
  title: string;
  banner: string;
  wide?: boolean;
  content: Html;
}

export function page(status: number, { lang, title, banner, wide = false, content }: Page): Answer {
  const body = html`<div class="banner" role="note">${banner}</div>
<main${wide && html` class="wide"`}>
${content}
</main>`;
  return { status, headers: HEADERS, body: renderPage({ lang, title, style: STYLE, body }) };
}

export function redirect(location: string): Answer {
  return { status: 303, headers: { location, "cache-control": "no-store" } };
}

/** With plain spaces. */
export function formatAmount(cents: number, currency: string, lang: string): string {
  const format = new Intl.NumberFormat(lang, { style: "currency", currency });
  return format.format(cents / 100).replace(/\s/g, " ");
}
