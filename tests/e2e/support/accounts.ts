import { expect, type Page } from "@playwright/test";
import type { MailMessage } from "../../../dev/mailbox/message";
import { takenOver } from "./pages";
import { type newPerson, payout } from "./people";

interface Login {
  email: string;
  password: string;
}

export async function fillLogin(page: Page, { email, password }: Login): Promise<void> {
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Senha", { exact: true }).fill(password);
}

export async function logIn(page: Page, login: Login): Promise<void> {
  await fillLogin(page, login);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
}

/** Name, e-mail and password. */
export async function fillPerson(page: Page, person: ReturnType<typeof newPerson>): Promise<void> {
  await page.getByLabel("Nome completo").fill(person.fullName);
  await fillLogin(page, person);
}

export async function fillPayout(page: Page): Promise<void> {
  await page.getByLabel("Chave Pix").fill(payout.pixKey);
  await page.getByLabel("Nome do banco").fill(payout.bankName);
  await page.getByLabel("Conta bancária").fill(payout.bankAccount);
}

export async function signInWithGoogle(
  page: Page,
  person: { email: string; fullName?: string },
): Promise<void> {
  await page.getByRole("button", { name: /Google/ }).click();
  await expect(page.getByRole("heading", { name: "Google (local)" })).toBeVisible();
  await page.getByLabel("E-mail", { exact: true }).fill(person.email);
  await page.getByLabel("Nome").fill(person.fullName ?? "");
  await page.getByLabel("E-mail verificado pelo Google").check();
  await page.getByRole("button", { name: "Continuar", exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/authorize"));
  await takenOver(page);
}

/** Disables the browser's validation, so that the server's messages appear. */
export async function withoutBrowserChecks(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const form of document.forms) form.noValidate = true;
  });
}

/** Stops the page's clock: delays pass only by `page.clock.runFor(1_000)`. Call it after hydration. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 10_000);
}

/** Returns an address's mails, newest first. */
export async function readAllMail(mailboxUrl: string, address: string): Promise<MailMessage[]> {
  const answer = await fetch(`${mailboxUrl}messages.json?to=${encodeURIComponent(address)}`);
  return (await answer.json()) as MailMessage[];
}

/** Waits for the mail to an address whose subject matches. */
export async function awaitMail(mailboxUrl: string, address: string, subject: RegExp): Promise<MailMessage> {
  let mail: MailMessage | undefined;
  await expect(async () => {
    mail = (await readAllMail(mailboxUrl, address)).find((each) => subject.test(each.subject));
    expect(mail, `mail to ${address}`).toBeDefined();
  }).toPass();
  return mail as MailMessage;
}

/** Returns the first link of a mail, which its button has, without the origin: the footer's links follow. */
export function linkIn(message: MailMessage): string {
  const [address] = message.text.match(/https?:\/\/\S+/g) ?? [];
  if (!address) throw new Error(`no address in: ${message.text}`);
  expect(message.html).toContain(address.replaceAll("&", "&amp;"));
  const { pathname, search } = new URL(address);
  return pathname + search;
}
