import { expect, test } from "vitest";
import { serverPageTexts } from "~/i18n/i18next.server";
import type { Env } from "~/platform/env.server";
import { frameOf } from "./mail-content.server";
import { renderMail } from "./mail-layout.server";
import type { MailParts } from "./mail-parts";

const parts: MailParts = {
  locale: "pt",
  subject: "Olá & <b>tchau</b>",
  preheader: "Prévia",
  picture: { src: "https://sabia.example/capa.jpg", alt: 'A "capa"' },
  paragraphs: ["Olá, <script>alert(1)</script>!", 'Motivo: "conta" & agência'],
  button: { label: "Ver <já>", href: "https://sabia.example/?a=1&b=%22" },
  amount: { label: "Total pago", value: "R$ 49,90" },
  facts: [{ label: "Vídeo", value: "Pão de <i>queijo</i>" }],
  notice: { strong: "Mudou de ideia?", text: "Sete dias." },
  smallPrint: ["Uma.", "Duas."],
  unsubscribe: { label: "Parar", href: "https://sabia.example/unsubscribe?token=x" },
};

const env = {
  APP_URL: "https://sabia.example",
  COMPANY_NAME: "Sabiá Ltda.",
  COMPANY_CNPJ: "12.ABC.345/01DE-35",
  SUPPORT_EMAIL: "ajuda@sabia.example",
} as Env;
const frame = frameOf(env, serverPageTexts("pt"));

test("a mail escapes user text in HTML and keeps it in plain text", async () => {
  const { text, html } = await renderMail(parts, frame);
  expect(html).not.toMatch(/<script|<b>|<já>|<i>/);
  expect(html).toContain("Olá &amp; &lt;b&gt;tchau&lt;/b&gt;");
  expect(html.match(/href="https:\/\/sabia\.example\/\?a=1&amp;b=%22"/g)).toHaveLength(2);
  expect(text).toContain(
    'Olá, <script>alert(1)</script>!\n\nMotivo: "conta" & agência\n\nVer <já>:\nhttps://',
  );
  expect(text).toContain("Total pago: R$ 49,90\nVídeo: Pão de <i>queijo</i>\n\nMudou de ideia? Sete dias.");
  expect(text).toMatch(/Parar: https:\/\/sabia\.example\/unsubscribe\?token=x$/);
});

test("a mail's subject is one line, whatever the title in it holds", async () => {
  const { subject } = await renderMail({ ...parts, subject: "Pão\r\nBcc: a@b.com\u2028x" }, frame);
  expect(subject).toBe("Pão Bcc: a@b.com x");
});

test("a mail has the company, the legal pages and the way to unsubscribe, in the recipient's language", async () => {
  const english = await renderMail({ ...parts, locale: "en" }, frameOf(env, serverPageTexts("en")));
  expect(english.html).toContain('lang="en"');
  for (const text of ["Sabiá Ltda. · CNPJ 12.ABC.345/01DE-35", "Reply to this e-mail"])
    expect(english.html).toContain(text);
  for (const path of ["/terms?lng=en", "/privacy?lng=en", "/help?lng=en", "/unsubscribe?token=x"])
    expect(english.html).toContain(`href="https://sabia.example${path}"`);
});

test("the preview text of a mail is in the body, and cut between characters", async () => {
  const { html } = await renderMail({ ...parts, preheader: `${"a".repeat(149)}🎸` }, frame);
  expect(html.indexOf("aaa")).toBeGreaterThan(html.indexOf("<body"));
  expect(html).toContain(`>${"a".repeat(149)}<`);
  expect(html).not.toContain("\uFFFD");
});

test("a mail stays under Gmail's 102 KB, without SVG, WebP, data URI or script", async () => {
  const long = Array.from({ length: 12 }, (_, n) => ({
    label: `Fato ${n}`,
    value: "Título comprido ".repeat(12),
  }));
  const { html } = await renderMail({ ...parts, facts: long }, frame);
  expect(Buffer.byteLength(html)).toBeLessThan(60_000);
  expect(html).not.toMatch(/<svg|\.svg|\.webp|data:|<script|<link[^>]+stylesheet/i);
  for (const [, src] of html.matchAll(/src="([^"]*)"/g)) expect(src).toMatch(/^https:\/\/sabia\.example\//);
});

test("a title arrives unchanged at every position of the renderer's buffer", async () => {
  const title = "Violão é 🎸👩🏽‍🎤 — ".repeat(9).trim();
  for (let shift = 0; shift < 64; shift += 1) {
    const shifted = { ...parts, paragraphs: ["s".repeat(shift), ...Array(8).fill(title)] };
    const { html } = await renderMail(shifted, frame);
    expect(html.match(/\0|\uFFFD/g)).toBeNull();
    expect(html.split(`>${title}<`)).toHaveLength(9);
  }
});
