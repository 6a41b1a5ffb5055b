/** A Friday's payouts, counted in clicks: sixty confirmed from the bank's statement, and some paid by their codes. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { type Database, openDatabase } from "../../app/platform/db.server";
import { type AppProcess, startApp } from "../../dev/app-process";
import { type LocalWorld, startLocalWorld } from "../../dev/local-world";
import { findFreePort } from "../../dev/postgres/free-port";
import { addConsumer, addCreator, addSale, addVideo } from "../support/rows";
import { open, takenOver, toast } from "./support/pages";
import { newPerson } from "./support/people";
import { test as base, expect } from "./support/test";

const dir = mkdtempSync(join(tmpdir(), "sabia-e2e-statement-"));
let appUrl = "";
let world: LocalWorld | undefined;
let app: AppProcess | undefined;
let db: Database | undefined;

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  baseURL: async ({}, use) => use(appUrl),
});

test.describe.configure({ mode: "serial" });

const admin = { ...newPerson("learner"), fullName: "Helena Prado" };

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

const firstNames = [
  "Aline",
  "Bruno",
  "Cecília",
  "Davi",
  "Elisa",
  "Fábio",
  "Gabriela",
  "Heitor",
  "Inês",
  "Jorge",
];
const lastNames = ["Ferraz", "Tavares", "Prado", "Monteiro", "Rocha", "Gonçalves"];

/** Adds creators who are owed money; every fourth amount is the same. */
async function addOwed(count: number): Promise<void> {
  if (!db) throw new Error("there is no database");
  const consumerId = await addConsumer(db);
  const monthAgo = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000);
  for (let at = 0; at < count; at += 1) {
    const name = `${firstNames[at % 10]} ${lastNames[Math.floor(at / 10)]}`;
    const creatorId = await addCreator(db, name);
    await db
      .updateTable("creator_profiles")
      .set({ pix_key: `criador${at}@pix.example` })
      .where("user_id", "=", creatorId)
      .execute();
    const videoId = await addVideo(db, creatorId);
    await addSale(db, {
      consumerId,
      videoId,
      amountCents: 4_990 + (at % 4 === 0 ? 0 : at * 100),
      now: monthAgo,
    });
  }
}

async function unpaid() {
  if (!db) throw new Error("there is no database");
  return db
    .selectFrom("payouts")
    .select(["id", "payee_name", "amount_cents"])
    .where("status", "=", "prepared")
    .execute();
}

/** A bank's OFX file of today, in Windows-1252, with every unpaid payout between other movements. */
async function writeStatement(): Promise<Buffer> {
  const parts = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Sao_Paulo" }).format(new Date());
  const day = parts.replaceAll("-", "");
  const movement = (cents: number, memo: string, number: number) =>
    [
      "<STMTTRN>",
      "<TRNTYPE>OTHER",
      `<DTPOSTED>${day}100000[-03:EST]`,
      `<TRNAMT>${(cents / 100).toFixed(2).replace(".", ",")}`,
      `<FITID>${day}${String(number).padStart(4, "0")}`,
      `<MEMO>${memo}`,
      "</STMTTRN>",
    ].join("\r\n");
  const payouts = (await unpaid()).map(({ payee_name, amount_cents }, at) =>
    movement(
      -amount_cents,
      `PIX ENVIADO ${payee_name.toUpperCase()} ${day.slice(6)}/${day.slice(4, 6)}`,
      at + 10,
    ),
  );
  const lines = [
    movement(-9_990, "TARIFA PACOTE DE SERVIÇOS", 1),
    ...payouts,
    movement(500_000, "TED RECEBIDA", 2),
  ];
  const text = `OFXHEADER:100\r\nDATA:OFXSGML\r\nCHARSET:1252\r\n\r\n<OFX><BANKTRANLIST>\r\n${lines.join("\r\n")}\r\n</BANKTRANLIST></OFX>`;
  return Buffer.from(text, "latin1");
}

/** Presses things and counts how often. */
function makeHand(page: Page) {
  const hand = {
    clicks: 0,
    async press(target: Locator) {
      hand.clicks += 1;
      await target.click();
    },
    async choose(target: Locator, buffer: Buffer) {
      hand.clicks += 1;
      await target.setInputFiles({ name: "extrato.ofx", mimeType: "application/x-ofx", buffer });
    },
    async signIn() {
      await open(page, "/admin-login");
      await page.getByLabel("E-mail").fill(admin.email);
      await page.getByLabel("Senha", { exact: true }).fill(admin.password);
      await hand.press(page.getByRole("button", { name: "Entrar", exact: true }));
      await expect(page).toHaveURL(/\/admin\/dashboard$/);
      await takenOver(page);
    },
    async prepare() {
      await hand.press(page.getByRole("banner").getByRole("link", { name: "Repasses" }));
      await expect(page).toHaveURL("/admin/payouts");
      await takenOver(page);
      await hand.press(page.getByRole("link", { name: "Preparar repasses", exact: true }));
      await expect(page.getByRole("heading", { name: "Preparar repasses?" })).toBeVisible();
      await takenOver(page);
      await hand.press(page.getByRole("button", { name: "Preparar repasses" }));
      await expect(toast(page, "Lote preparado")).toBeVisible();
      await takenOver(page);
    },
  };
  return hand;
}

test("sixty creators are paid and confirmed from the bank's statement in at most ten clicks", async ({
  page,
  visit,
}) => {
  const form = { intent: "signup", ...admin };
  const signedUp = await (await visit()).request.post("/consumer-login", {
    form,
    headers: { Origin: appUrl },
    maxRedirects: 0,
  });
  expect(signedUp.status()).toBe(303);
  await addOwed(60);
  const hand = makeHand(page);
  await hand.signIn();
  await hand.prepare();
  const statement = await writeStatement();

  await hand.press(page.getByRole("link", { name: "Ler extrato (OFX)" }));
  await expect(page.getByRole("heading", { name: "Ler extrato do banco" })).toBeVisible();
  await takenOver(page);
  await hand.choose(page.getByLabel("Extrato do banco"), statement);
  await hand.press(page.getByRole("button", { name: "Ler extrato" }));
  await expect(page.getByText("60 movimentos batem com repasses e já estão marcados.")).toBeVisible();
  await takenOver(page);
  expect(await unpaid()).toHaveLength(60);
  await hand.press(page.getByRole("button", { name: /^Confirmar (60 )?marcados$/ }));
  await expect(toast(page, "60 repasses confirmados")).toBeVisible({ timeout: 60_000 });
  expect(await unpaid()).toHaveLength(0);
  expect(hand.clicks).toBeLessThanOrEqual(10);

  await open(page, "/admin/payouts/statement");
  await page
    .getByLabel("Extrato do banco")
    .setInputFiles({ name: "extrato.ofx", mimeType: "text/plain", buffer: statement });
  await page.getByRole("button", { name: "Ler extrato" }).click();
  await expect(page.getByText("Nenhum movimento novo bate com certeza com um repasse.")).toBeVisible();
  await expect(page.getByText("60 já estavam registrados.")).toBeVisible();
  await expect(page.getByRole("button", { name: /Confirmar/ })).toHaveCount(0);
});
