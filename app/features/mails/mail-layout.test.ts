import { expect, test } from "vitest";
import { type MailParts, renderMail } from "./mail-layout";

const parts: MailParts = {
  locale: "pt",
  subject: "Olá & <b>tchau</b>",
  paragraphs: ["Olá, <script>alert(1)</script>!", 'Motivo: "conta" & agência'],
  button: { label: "Ver <já>", href: "https://sabia.example/?a=1&b=%22" },
  linkIntro: "Copie:",
};

test("escapes user text in HTML and keeps it in plain text", () => {
  const { text, html } = renderMail(parts);
  expect(html).not.toMatch(/<script|<b>|<já>/);
  expect(html).toContain("<title>Olá &amp; &lt;b&gt;tchau&lt;/b&gt;</title>");
  expect(html).toContain("<p>Motivo: &quot;conta&quot; &amp; agência</p>");
  expect(html.match(/href="https:\/\/sabia\.example\/\?a=1&amp;b=%22"/g)).toHaveLength(2);
  expect(text).toBe(
    'Olá, <script>alert(1)</script>!\n\nMotivo: "conta" & agência\n\nhttps://sabia.example/?a=1&b=%22\n\nSabiá',
  );
});

test("puts small print last and sets the language", () => {
  const { text, html } = renderMail({ ...parts, locale: "en", smallPrint: ["One.", "Two."] });
  expect(text).toMatch(/\n\nOne\.\nTwo\.\n\nSabiá$/);
  expect(html).toContain('<html lang="en">');
  expect(html).toContain('<p style="font-size:14px">One. Two.</p>\n</div>');
});
