import { logoGrid, logoShapes } from "~/brand";
import { serverTexts } from "~/i18n/i18next.server";
import { languages } from "~/i18n/languages";
import { decideLocale } from "~/i18n/page-language";
import { isSecretField } from "~/ui/forms/secret-fields";

/**
 * Returns the page for a request that was refused because too many others wait, in the address' language. It contains
 * the fields of a form, which a button sends again. No page contains a password: a form with one leads back to itself.
 * @param address path and query
 * @param form the urlencoded body of a form; undefined for a page
 */
export function busyPage(address: string, form: string | undefined): string {
  const locale = decideLocale(new URL(address, "http://localhost"));
  const text = serverTexts[locale];
  const fields = form === undefined ? undefined : [...new URLSearchParams(form)];
  const { pathname } = new URL(address, "http://localhost");
  const hasSecret = fields?.some(([name, value]) => isSecretField(name, pathname) && value !== "") === true;
  const inputs = (fields ?? []).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const action = escapeHtml(address);
  const [said, next] = !fields
    ? [text("busy.page"), `<p><a href="${action}">${escapeHtml(text("errors.tryAgain"))}</a></p>`]
    : hasSecret
      ? [text("busy.secretForm"), `<p><a href="${action}">${escapeHtml(text("busy.backToForm"))}</a></p>`]
      : [
          text("busy.form"),
          `<form method="post" action="${action}">${inputs.join("")}<button>${escapeHtml(text("errors.tryAgain"))}</button></form>`,
        ];
  const title = escapeHtml(text("errors.busyTitle"));
  return `<!doctype html>
<html lang="${languages[locale].tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Sabiá</title>
<link rel="stylesheet" href="/offline.css">
</head>
<body>
<main>
${bird}
<h1>${title}</h1>
<p>${escapeHtml(said)}</p>
${next}
</main>
</body>
</html>
`;
}

const bird = `<svg viewBox="0 0 ${logoGrid} ${logoGrid}" width="112" height="112" role="img" aria-label="Sabiá">${logoShapes
  .map(({ token, path }) => `<path fill="var(--${token})" d="${path}"/>`)
  .join("")}</svg>`;

/** Escapes text for an attribute or content. Carriage returns too, which a parser would change. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"'\r]/g, (character) => `&#${character.charCodeAt(0)};`).replaceAll("\0", "");
}
