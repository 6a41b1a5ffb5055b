/** A Friday's payouts, counted in clicks: sixty confirmed from the bank's statement, and some paid by their codes. */
import type { Locator } from "@playwright/test";
import type { Database } from "../../app/platform/db.server";
import { transaction } from "../features/money/paying/bank-files";
import { addCreator, addSaleOf } from "../support/rows";
import { readRows, setRows } from "../support/tables";
import { fillLogin } from "./support/accounts";
import { inOwnWorld, startWorld } from "./support/own-world";
import { open, takenOver, toast } from "./support/pages";
import { expect } from "./support/test";

const test = inOwnWorld(startWorld);

const firstNames = "Aline Bruno Cecília Davi Elisa Fábio Gabriela Heitor Inês Jorge".split(" ");
const lastNames = "Ferraz Tavares Prado Monteiro Rocha Gonçalves".split(" ");

/** Adds creators who are owed money; every fourth amount is the same. */
async function addOwed(db: Database, count: number): Promise<void> {
  const monthAgo = new Date(Date.now() - 30 * 24 * 60 * 60 * 1000);
  for (let at = 0; at < count; at += 1) {
    const creatorId = await addCreator(db, `${firstNames[at % 10]} ${lastNames[Math.floor(at / 10)]}`);
    await setRows(db, "creator_profiles", { user_id: creatorId }, { pix_key: `criador${at}@pix.example` });
    const amountCents = 4_990 + (at % 4 === 0 ? 0 : at * 100);
    await addSaleOf(db, creatorId, { amountCents, now: monthAgo });
  }
}

const unpaid = (db: Database) =>
  readRows(db, "payouts", { status: "prepared" }, "payee_name", "amount_cents");

/** A bank's OFX file of today, in Windows-1252, with every unpaid payout between other movements. */
async function writeStatement(db: Database): Promise<Buffer> {
  const parts = new Intl.DateTimeFormat("en-CA", { timeZone: "America/Sao_Paulo" }).format(new Date());
  const day = parts.replaceAll("-", "");
  const movement = (cents: number, memo: string, number: number) => {
    const amount = (cents / 100).toFixed(2).replace(".", ",");
    return transaction(["OTHER", day, amount, `${day}${String(number).padStart(4, "0")}`, memo]);
  };
  const payouts = (await unpaid(db)).map(({ payee_name, amount_cents }, at) => {
    const memo = `PIX ENVIADO ${payee_name.toUpperCase()} ${day.slice(6)}/${day.slice(4, 6)}`;
    return movement(-amount_cents, memo, at + 10);
  });
  const lines = [
    movement(-9_990, "TARIFA PACOTE DE SERVIÇOS", 1),
    ...payouts,
    movement(500_000, "TED RECEBIDA", 2),
  ];
  const text = `OFXHEADER:100\r\nDATA:OFXSGML\r\nCHARSET:1252\r\n\r\n<OFX><BANKTRANLIST>\r\n${lines.join("\r\n")}\r\n</BANKTRANLIST></OFX>`;
  return Buffer.from(text, "latin1");
}

test("sixty creators are paid and confirmed from the bank's statement in at most ten clicks", async ({
  page,
  shop,
  world: { db },
}) => {
  const admin = await shop.admin();
  await addOwed(db, 60);
  let clicks = 0;
  const press = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  await open(page, "/admin-login");
  await fillLogin(page, admin);
  await press(page.getByRole("button", { name: "Entrar", exact: true }));
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await takenOver(page);
  await press(page.getByRole("banner").getByRole("link", { name: "Repasses" }));
  await expect(page).toHaveURL("/admin/payouts");
  await takenOver(page);
  await press(page.getByRole("link", { name: "Preparar repasses", exact: true }));
  await expect(page.getByRole("heading", { name: "Preparar repasses?" })).toBeVisible();
  await takenOver(page);
  await press(page.getByRole("button", { name: "Preparar repasses" }));
  await expect(toast(page, "Lote preparado")).toBeVisible();
  await takenOver(page);

  const buffer = await writeStatement(db);
  const choose = (mimeType: string) =>
    page.getByLabel("Extrato do banco").setInputFiles({ name: "extrato.ofx", mimeType, buffer });
  await press(page.getByRole("link", { name: "Ler extrato (OFX)" }));
  await expect(page.getByRole("heading", { name: "Ler extrato do banco" })).toBeVisible();
  await takenOver(page);
  await choose("application/x-ofx");
  clicks += 1;
  await press(page.getByRole("button", { name: "Ler extrato" }));
  await expect(page.getByText("60 movimentos batem com repasses e já estão marcados.")).toBeVisible();
  await takenOver(page);
  expect(await unpaid(db)).toHaveLength(60);
  await press(page.getByRole("button", { name: /^Confirmar (60 )?marcados$/ }));
  await expect(toast(page, "60 repasses confirmados")).toBeVisible({ timeout: 60_000 });
  expect(await unpaid(db)).toHaveLength(0);
  expect(clicks).toBeLessThanOrEqual(10);

  await open(page, "/admin/payouts/statement");
  await choose("text/plain");
  await page.getByRole("button", { name: "Ler extrato" }).click();
  await expect(page.getByText("Nenhum movimento novo bate com certeza com um repasse.")).toBeVisible();
  await expect(page.getByText("60 já estavam registrados.")).toBeVisible();
  await expect(page.getByRole("button", { name: /Confirmar/ })).toHaveCount(0);
});
