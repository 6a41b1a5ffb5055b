/**
 * Payouts from the administrator's first look to the creator's statement. Sales here are old enough: a world of its
 * own.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { type Database, openDatabase } from "../../app/platform/db.server";
import { type AppProcess, startApp } from "../../dev/app-process";
import { type LocalWorld, startLocalWorld } from "../../dev/local-world";
import { findFreePort } from "../../dev/postgres/free-port";
import { addConsumer, addSale, addVideo } from "../support/rows";
import { awaitMail, linkIn, logIn, withoutBrowserChecks } from "./support/accounts";
import { answered } from "./support/console-watch";
import { open, takenOver, toast } from "./support/pages";
import { newPerson, payout } from "./support/people";
import { test as base, expect } from "./support/test";

const dir = mkdtempSync(join(tmpdir(), "sabia-e2e-payouts-"));
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
let appUrl = "";
let world: LocalWorld | undefined;
let app: AppProcess | undefined;
let db: Database | undefined;

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  baseURL: async ({}, use) => use(appUrl),
});

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  appUrl = `http://localhost:${await findFreePort()}`;
  world = await startLocalWorld({ dir, appUrl, ephemeral: true });
  app = await startApp({ ...world.env, LOG_LEVEL: "warn", TRUSTED_PROXY_HOPS: "1" }, { quiet: true });
  db = openDatabase(world.env.DATABASE_URL ?? "", () => {}).db;
});

test.afterAll(async () => {
  await db?.destroy();
  await app?.stop();
  await world?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const admin = { ...newPerson("learner"), fullName: "Helena Prado" };
const creator = newPerson("creator");
const title = "Violão para iniciantes";

async function signUp(page: Page, path: string, form: Record<string, string>): Promise<void> {
  const answer = await page.request.post(path, { form, headers: { Origin: appUrl }, maxRedirects: 0 });
  expect(answer.status()).toBe(303);
}

/** Adds a card sale of the creator, paid a number of days ago. */
async function sell(days: number): Promise<void> {
  if (!db) throw new Error("there is no database");
  const { id } = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", creator.email)
    .executeTakeFirstOrThrow();
  const videoId = await addVideo(db, id, { title });
  await addSale(db, { consumerId: await addConsumer(db), videoId, now: daysAgo(days) });
}

async function enter(page: Page, path: string, person: { email: string; password: string }): Promise<void> {
  await open(page, path);
  await logIn(page, person);
  await expect(page).toHaveURL(/\/dashboard$/);
}

async function mailOf(subject: RegExp) {
  return awaitMail(world?.mailbox.pageUrl ?? "", creator.email, subject);
}

test("a payout is prepared, paid from the file and confirmed, and the creator gets the mail and the statement", {
  tag: "@plain",
}, async ({ page, visit, browserConsole }) => {
  browserConsole.allow(answered(400));
  await signUp(await visit(), "/consumer-login", { intent: "signup", ...admin });
  await signUp(await visit(), "/creator-register", { ...creator, ...payout });
  await sell(16);
  await sell(3);

  await enter(page, "/admin-login", admin);
  await page.getByRole("banner").getByRole("link", { name: "Repasses" }).click();
  await expect(page).toHaveURL("/admin/payouts");
  await takenOver(page);
  await expect(page.getByRole("region", { name: "Próximo lote" })).toContainText("R$ 42,41 para 1 criador");
  await expect(
    page.locator("details").getByText("7 dias depois do pagamento por Pix, 7 por boleto e 15 por cartão"),
  ).toBeAttached();
  const owed = page.getByRole("region", { name: "Criadores" }).getByRole("listitem").first();
  await expect(owed).toContainText(creator.fullName);
  await expect(owed).toContainText("A liberar: R$ 42,41");

  await page.getByRole("link", { name: "Preparar repasses", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Preparar repasses?" })).toBeVisible();
  await takenOver(page);
  await expect(page.getByText("R$ 42,41 para 1 criador")).toBeVisible();
  await page.getByRole("button", { name: "Preparar repasses" }).click();
  await expect(page).toHaveURL(/\/admin\/payouts\/[0-9a-f-]{36}$/);
  await expect(toast(page, "Lote preparado")).toBeVisible();
  await takenOver(page);
  await expect(page.getByText(payout.pixKey)).toBeVisible();

  await page.locator("summary", { hasText: "Baixar" }).click();
  const file = page.getByRole("link", { name: "Baixar CSV" });
  const csv = await page.request.get((await file.getAttribute("href")) ?? "");
  expect(csv.headers()["content-disposition"]).toMatch(
    /^attachment; filename="pagamentos-\d{4}-\d\d-\d\d\.csv"$/,
  );
  expect(await csv.text()).toContain(
    `;"${creator.fullName}";"PIX";"E-mail";"${payout.pixKey}";"";"";"";"";42,41;"A pagar";"";"É o primeiro repasse deste criador.";""\r\n`,
  );

  await withoutBrowserChecks(page);
  await page.getByRole("button", { name: "Confirmar repasse" }).click();
  await expect(page.getByLabel("Referência do banco")).toHaveAccessibleDescription(/Preencha este campo/);
  await takenOver(page);
  await page.getByLabel("Referência do banco").fill("  E0001 ");
  await page.getByRole("button", { name: "Confirmar repasse" }).click();
  await expect(toast(page, "Repasse confirmado")).toBeVisible();
  await expect(page.getByText("Referência: E0001")).toBeVisible();
  await expect(page.getByRole("button", { name: "Confirmar repasse" })).toHaveCount(0);

  const mail = await mailOf(/^Você recebeu R\$\s42,41 do Sabiá$/);
  const hers = await visit();
  await enter(hers, "/creator-login", creator);
  await open(hers, "/creator/payments");
  await expect(hers.getByRole("region", { name: "Seu saldo" })).toContainText("R$ 42,41");
  const history = hers.getByRole("region", { name: "Histórico de repasses" });
  await expect(history).toContainText("Referência: E0001");
  await history.getByRole("link", { name: /Extrato/ }).click();
  await expect(hers).toHaveURL(/\/creator\/payouts\/[0-9a-f-]{36}$/);
  const statement = new URL(hers.url()).pathname;
  expect(linkIn(mail)).toBe(statement);
  await expect(hers.getByText("Saldo anterior").locator("..")).toContainText("R$ 0,00");
  await expect(hers.getByRole("row", { name: new RegExp(`Venda: ${title}`) })).toHaveCount(2);
  await expect(hers.getByRole("row", { name: /^Repasse/ })).toContainText("-R$ 42,41");
  await expect(hers.getByText("Saldo depois do repasse").locator("..")).toContainText("R$ 42,41");
  const own = await hers.request.get(`${statement}/statement.csv`);
  expect(await own.text()).toMatch(
    new RegExp(`;"Venda";"${title}";42,41;42,41\\r\\n.*;"Venda";"${title}";42,41;84,82\\r\\n`),
  );

  browserConsole.allow(answered(404));
  const stranger = await visit();
  await signUp(stranger, "/creator-register", { ...newPerson("creator"), ...payout });
  for (const path of [statement, `${statement}/statement.csv`])
    expect((await stranger.request.get(path)).status()).toBe(404);
});
