/**
 * The content of every kind of mail, in both languages. `npm run mails` runs this file to write the mails to a folder.
 */
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { writeConfirmationMail } from "~/features/base/email-confirmation/confirm-email.server";
import { frameOf } from "~/features/base/mail/mail-content.server";
import { findMailKind, mailKinds } from "~/features/base/mail/mail-kinds";
import { renderMail } from "~/features/base/mail/mail-layout.server";
import type { MailParts } from "~/features/base/mail/mail-parts";
import { writeRecoveryMail } from "~/features/entrance/recovery/recover-password.server";
import { serverPageTexts } from "~/i18n/i18next.server";
import { type Locale, locales } from "~/i18n/languages";
import { localizePath } from "~/i18n/page-language";
import { mailWriters } from "~/server/mail-writers.server";
import { appUrl, startTestWorld } from "../../../support/test-services";
import { findHtmlErrors } from "../../../support/valid-html";
import { addMailSamples, type MailSample } from "./mail-scene";

const world = await startTestWorld({
  COMPANY_NAME: "Sabiá Ensino Ltda.",
  COMPANY_CNPJ: "12.ABC.345/01DE-35",
  COMPANY_ADDRESS: "Rua das Laranjeiras, 100, São Paulo",
  SUPPORT_EMAIL: "ajuda@sabia.example",
});
const { db, env } = world.services;

const usual = {
  title: "Violão para iniciantes: os quatro primeiros acordes",
  buyer: "Cláudia Ramos",
  creator: "Marina Duarte",
  text: "Chave Pix não encontrada.",
  reference: "E60701190202611231452A1B2C3D4E5F",
};

/** Markup, a header, i18next's own signs, and a word that is too long for any screen. */
const hostile = `<b>"Olá" & 'tchau'</b><img src=x onerror=alert(1)> {{nome}} $t(mails.hello) ${"w".repeat(90)}`;
const hostileWords = {
  title: hostile,
  buyer: hostile,
  creator: hostile,
  text: `${hostile}\r\nBcc: a@b.example`,
};

async function write(sample: MailSample, locale: Locale): Promise<MailParts> {
  const { kind, userId, saleId = null, facts = {} } = sample;
  const parts = await mailWriters[kind](
    { id: "00000000-0000-4000-8000-000000000000", userId, saleId, facts },
    {
      db,
      appUrl,
      texts: serverPageTexts(locale),
      now: new Date(),
      secret: env.SESSION_SECRET,
      urlOf: (path) => new URL(localizePath(path, locale), appUrl).href,
    },
  );
  if (!parts) throw new Error(`${sample.name} is skipped`);
  return parts;
}

/** Mails with a token, which are never in the outbox. */
function writeLinkMails(locale: Locale): [name: string, parts: MailParts][] {
  const link = `${appUrl}/reset-password?token=k3Tn0vZ0yq5s8mY2hB7cVw1xQe9rLpA4`;
  const texts = serverPageTexts(locale);
  return [
    ["recovery", writeRecoveryMail(link, texts)],
    ["confirmation", writeConfirmationMail(link, texts)],
    ["confirmation-change", writeConfirmationMail(link, texts, { changes: true })],
  ];
}

const render = (parts: MailParts, locale: Locale) => renderMail(parts, frameOf(env, serverPageTexts(locale)));

/** As `sendMail` adds it to optional mails. */
function withUnsubscribe(parts: MailParts, { kind }: MailSample): MailParts {
  if (!findMailKind(kind)?.choice) return parts;
  const label = serverPageTexts(parts.locale).text("mails.stop");
  return { ...parts, unsubscribe: { label, href: `${appUrl}/unsubscribe?token=x` } };
}

const samples = await addMailSamples(db, usual);
const hostileSamples = await addMailSamples(db, hostileWords);

test("every kind of mail has a sample", () => {
  expect([...new Set(samples.map(({ kind }) => kind))].sort()).toEqual(Object.keys(mailKinds).sort());
});

describe.each(locales)("a mail in %s", (locale) => {
  test.each(samples)(
    "of the kind $name has a subject, a text, one button and no placeholder",
    async (sample) => {
      const parts = await write(sample, locale);
      const { subject, text, html } = await render(parts, locale);
      expect(parts.locale).toBe(locale);
      expect(subject.length).toBeGreaterThan(5);
      for (const content of [subject, text, html]) {
        expect(content).not.toMatch(/\{\{|\}\}|undefined|\[object|NaN|Invalid Date/);
        // A key without a text.
        expect(content).not.toMatch(/\b[a-z]+[A-Z]?\w*(Mails|mails)\.\w/);
      }
      expect(text).toContain("CNPJ 12.ABC.345/01DE-35");
      expect(Buffer.byteLength(html)).toBeLessThan(100_000);
      expect(await findHtmlErrors(html, "mail")).toEqual([]);
      const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
      expect(links.length).toBeGreaterThan(0);
      for (const href of links) expect(href).toMatch(/^http:\/\/localhost:3000\//);
    },
  );
});

test.each(hostileSamples)("a mail of the kind $name shows typed markup as text", async (sample) => {
  const parts = await write(sample, "pt");
  const { subject, text, html } = await render(parts, "pt");
  expect(html).not.toMatch(/<b>|<img src=x|<img src="x"/);
  expect(subject).not.toMatch(/[\r\n]/);
  for (const typed of [subject, text])
    if (typed.includes("onerror")) expect(typed).toContain("{{nome}} $t(mails.hello)");
});

test("the samples are written to a folder if one is given", async () => {
  const folder = process.env.SABIA_MAILS_FOLDER;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  const rows: string[] = [];
  await copyFile("public/icon-192.png", join(folder, "icon-192.png"));
  await sharp("dev/demo/assets/violao-para-iniciantes.webp").jpeg().toFile(join(folder, "capa.jpg"));
  // The samples' pictures stand beside them: no server runs that has them.
  const withPictures = (html: string) =>
    html
      .replaceAll(/(src=")[^"]*\/icon-192\.png(")/g, "$1icon-192.png$2")
      .replaceAll(/(src=")[^"]*\/share\/covers\/[^"]*(")/g, "$1capa.jpg$2");
  for (const locale of locales) {
    const written: [string, MailParts][] = writeLinkMails(locale);
    for (const sample of samples)
      written.push([sample.name, withUnsubscribe(await write(sample, locale), sample)]);
    for (const [name, parts] of written) {
      const mail = await render(parts, locale);
      const file = `${name}.${locale}`;
      await writeFile(join(folder, `${file}.html`), withPictures(mail.html));
      await writeFile(join(folder, `${file}.txt`), `${mail.subject}\n\n${mail.text}\n`);
      rows.push(`<li><a href="${file}.html">${file}</a>, <a href="${file}.txt">text</a></li>`);
    }
  }
  await writeFile(
    join(folder, "index.html"),
    `<!doctype html><meta charset="utf-8"><title>Mails</title><ul>${rows.join("\n")}</ul>`,
  );
});
