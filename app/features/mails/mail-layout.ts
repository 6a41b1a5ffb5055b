import { brandColours, brandName } from "~/brand";
import { type Locale, languages } from "~/i18n/languages";

/** Plain text: it is escaped for HTML, since names and reasons are user input. */
export interface MailParts {
  locale: Locale;
  subject: string;
  /** The greeting first. */
  paragraphs: readonly string[];
  /** The button: its label and absolute URL. */
  button: { label: string; href: string };
  /** Introduces the written-out URL, for readers whose button does not work. */
  linkIntro: string;
  smallPrint?: readonly string[];
}

/** The light colours: mail programs do not support custom properties. */
const { canvas, ink, forest, "on-forest": onForest } = brandColours.light;

export function renderMail(parts: MailParts): { text: string; html: string } {
  return { text: writeText(parts), html: writeHtml(parts) };
}

function writeText({ paragraphs, button, smallPrint = [] }: MailParts): string {
  const end = smallPrint.length > 0 ? [...smallPrint, "", brandName] : [brandName];
  return [...paragraphs.flatMap((paragraph) => [paragraph, ""]), button.href, "", ...end].join("\n");
}

function writeHtml({ locale, subject, paragraphs, button, linkIntro, smallPrint = [] }: MailParts): string {
  const href = escapeHtml(button.href);
  const small =
    smallPrint.length > 0 ? `\n<p style="font-size:14px">${escapeHtml(smallPrint.join(" "))}</p>` : "";
  return `<!doctype html>
<html lang="${languages[locale].tag}">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:${canvas};color:${ink};font:16px/1.5 Arial,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px 20px">
<p style="font-size:24px;font-weight:bold;margin:0 0 24px">${brandName}</p>
${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join("\n")}
<p style="margin:28px 0"><a href="${href}" style="background:${forest};color:${onForest};padding:14px 22px;border-radius:12px;text-decoration:none;font-weight:bold">${escapeHtml(button.label)}</a></p>
<p style="font-size:14px">${escapeHtml(linkIntro)}<br><a href="${href}" style="color:${forest};word-break:break-all">${href}</a></p>${small}
</div>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
