import { logoGrid, logoShapes } from "~/brand";
import { serverTexts } from "~/i18n/i18next.server";
import { languages } from "~/i18n/languages";
import { decideLocale } from "~/i18n/page-language";
import { secretFields } from "~/ui/forms/secret-fields";

interface BusyRequest {
  /** Path and query. */
  address: string;
  /** The urlencoded body of a form; undefined for a page. */
  form: string | undefined;
  /** The delay before the form is sent again, in milliseconds. */
  waitMs: number;
  nonce: string;
}

/** Maximum times that the script sends a form again by itself. */
const maxResends = 10;

/**
 * Returns the page for a request that was refused because too many others wait, in the address' language. It contains
 * the fields of a form, which a button sends again, and a script by itself. No page contains a password: a form with
 * one leads back to itself.
 */
export function busyPage({ address, form, waitMs, nonce }: BusyRequest): string {
  const locale = decideLocale(new URL(address, "http://localhost"));
  const text = serverTexts[locale];
  const fields = form === undefined ? undefined : [...new URLSearchParams(form)];
  const hasSecret = fields?.some(([name, value]) => secretFields.has(name) && value !== "") === true;
  const link = (label: string) => `<p><a href="${escapeHtml(address)}">${escapeHtml(label)}</a></p>`;
  const parts = !fields
    ? [`<p>${escapeHtml(text("busy.page"))}</p>`, link(text("errors.tryAgain"))]
    : hasSecret
      ? [`<p>${escapeHtml(text("busy.secretForm"))}</p>`, link(text("busy.backToForm"))]
      : [
          `<p>${escapeHtml(text("busy.form"))}</p>`,
          formAgain({ address, fields, label: text("errors.tryAgain") }),
          script({ waitMs, nonce }),
        ];
  return `<!doctype html>
<html lang="${languages[locale].tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(text("errors.busyTitle"))} · Sabiá</title>
<link rel="stylesheet" href="/offline.css">
</head>
<body>
<main>
${bird}
<h1>${escapeHtml(text("errors.busyTitle"))}</h1>
${parts.join("\n")}
</main>
</body>
</html>
`;
}

const bird = `<svg viewBox="0 0 ${logoGrid} ${logoGrid}" width="112" height="112" role="img" aria-label="Sabiá">${logoShapes
  .map(({ token, path }) => `<path fill="var(--${token})" d="${path}"/>`)
  .join("")}</svg>`;

interface FormAgain {
  address: string;
  fields: [name: string, value: string][];
  label: string;
}

function formAgain({ address, fields, label }: FormAgain): string {
  const inputs = fields.map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return `<form method="post" action="${escapeHtml(address)}">${inputs.join("")}<button>${escapeHtml(label)}</button></form>`;
}

/** A field may be called `submit`, so the form's method is called on the prototype. */
function script({ waitMs, nonce }: Pick<BusyRequest, "waitMs" | "nonce">): string {
  return `<script nonce="${escapeHtml(nonce)}">
(() => {
  const form = document.querySelector("form");
  const key = "busy:" + location.pathname;
  let kept = {};
  try { kept = JSON.parse(sessionStorage.getItem(key)) ?? {}; } catch {}
  const count = Date.now() - (kept.at ?? 0) < 60000 ? kept.count + 1 : 1;
  try { sessionStorage.setItem(key, JSON.stringify({ at: Date.now(), count })); } catch { return; }
  if (count > ${maxResends}) return;
  const timer = setTimeout(() => HTMLFormElement.prototype.submit.call(form), ${waitMs});
  form.addEventListener("submit", () => clearTimeout(timer));
})();
</script>`;
}

/** Escapes text for an attribute or content. Carriage returns too, which a parser would change. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"'\r]/g, (character) => `&#${character.charCodeAt(0)};`).replaceAll("\0", "");
}
