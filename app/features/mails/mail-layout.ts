import { brandColours, brandName } from "~/brand";
import type { Locale } from "~/i18n/locale";

/** What a mail says, as plain text: nothing in it is HTML yet, names and reasons are typed by people. */
export interface MailParts {
  locale: Locale;
  subject: string;
  /** Each a paragraph; the greeting first. */
  paragraphs: readonly string[];
  /** The one thing to do: the button's label, and its whole address. */
  press: { label: string; href: string };
  /** Stands before the address written out, for whom the button does not open. */
  copy: string;
  /** Sentences in small print at the end. */
  smallPrint?: readonly string[];
}

/** The colours of the light preference: mail programs know no custom properties. */
const { canvas, ink, primary, "on-primary": onPrimary } = brandColours.light;

/** Lays a mail out, for reading as text and as HTML. Every mail looks like this. */
export function layOutMail(parts: MailParts): { text: string; html: string } {
  return { text: writeText(parts), html: writeHtml(parts) };
}

function writeText({ paragraphs, press, smallPrint = [] }: MailParts): string {
  const end = smallPrint.length > 0 ? [...smallPrint, "", brandName] : [brandName];
  return [...paragraphs.flatMap((paragraph) => [paragraph, ""]), press.href, "", ...end].join("\n");
}

function writeHtml({ locale, subject, paragraphs, press, copy, smallPrint = [] }: MailParts): string {
  const href = escapeHtml(press.href);
  const small =
    smallPrint.length > 0 ? `\n<p style="font-size:14px">${escapeHtml(smallPrint.join(" "))}</p>` : "";
  return `<!doctype html>
<html lang="${locale === "pt" ? "pt-BR" : "en"}">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:${canvas};color:${ink};font:16px/1.5 Arial,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px 20px">
<p style="font-size:24px;font-weight:bold;margin:0 0 24px">${brandName}</p>
${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join("\n")}
<p style="margin:28px 0"><a href="${href}" style="background:${primary};color:${onPrimary};padding:14px 22px;border-radius:12px;text-decoration:none;font-weight:bold">${escapeHtml(press.label)}</a></p>
<p style="font-size:14px">${escapeHtml(copy)}<br><a href="${href}" style="color:${primary};word-break:break-all">${href}</a></p>${small}
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
