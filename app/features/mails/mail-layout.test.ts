import { expect, test } from "vitest";
import { layOutMail, type MailParts } from "./mail-layout";

const parts: MailParts = {
  locale: "pt",
  subject: "Olá & <b>tchau</b>",
  paragraphs: ["Olá, <script>alert(1)</script>!", 'Motivo: "conta" & agência'],
  press: { label: "Ver <já>", href: "https://sabia.example/?a=1&b=%22" },
  copy: "Copie:",
};

test("what is typed stays text in HTML, and is as typed in the text", () => {
  const { text, html } = layOutMail(parts);
  expect(html).not.toMatch(/<script|<b>|<já>/);
  expect(html).toContain("<title>Olá &amp; &lt;b&gt;tchau&lt;/b&gt;</title>");
  expect(html).toContain("<p>Motivo: &quot;conta&quot; &amp; agência</p>");
  expect(html.match(/href="https:\/\/sabia\.example\/\?a=1&amp;b=%22"/g)).toHaveLength(2);
  expect(text).toBe(
    'Olá, <script>alert(1)</script>!\n\nMotivo: "conta" & agência\n\nhttps://sabia.example/?a=1&b=%22\n\nSabiá',
  );
});

test("small print comes last, in the language of the mail", () => {
  const { text, html } = layOutMail({ ...parts, locale: "en", smallPrint: ["One.", "Two."] });
  expect(text).toMatch(/\n\nOne\.\nTwo\.\n\nSabiá$/);
  expect(html).toContain('<html lang="en">');
  expect(html).toContain('<p style="font-size:14px">One. Two.</p>\n</div>');
});
