import { localizePath } from "~/i18n/page-language";
import type { PageTexts } from "~/i18n/texts";
import { type Company, companyOf } from "~/platform/company";
import type { Env } from "~/platform/env.server";
import type { MailParts } from "./mail-parts";

/** The frame of every mail's content. */
export interface MailFrame {
  /** In the recipient's language. */
  texts: PageTexts;
  appUrl: string;
  company: Company;
}

export function frameOf(env: Env, texts: PageTexts): MailFrame {
  return { texts, appUrl: env.APP_URL, company: companyOf(env) };
}

/** Returns the texts of the footer, and a function that makes a path absolute, in the language of the mail. */
export function footerOf({ texts: { text, locale }, appUrl, company }: MailFrame) {
  const { name, cnpj, address, supportEmail } = company;
  const named = [name, cnpj && `CNPJ ${cnpj}`].filter(Boolean).join(" · ");
  return {
    help: text(supportEmail ? "mails.questionsReply" : "mails.questions"),
    company: [named, address].filter((line): line is string => Boolean(line)),
    urlOf: (path: string) => appUrl + localizePath(path, locale),
  };
}

export interface MailProps {
  parts: MailParts;
  frame: MailFrame;
}
