/**
 * Payouts from the administrator's first look to the creator's statement. Sales here are old enough: a world of its
 * own.
 */
import type { Database } from "../../app/platform/db.server";
import { addSaleOf } from "../support/rows";
import { readRow } from "../support/tables";
import { awaitMail, linkIn, withoutBrowserChecks } from "./support/accounts";
import { answered } from "./support/console-watch";
import { inOwnWorld, startWorld } from "./support/own-world";
import { open, takenOver, toast } from "./support/pages";
import { payout } from "./support/people";
import { expect } from "./support/test";

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);

const test = inOwnWorld(startWorld);
test.describe.configure({ mode: "serial" });

const title = "Violão para iniciantes";

/** Adds a card sale of a creator, paid a number of days ago. */
async function sell(db: Database, email: string, days: number): Promise<void> {
  const { id } = await readRow(db, "users", { email }, "id");
  await addSaleOf(db, id, { title, now: daysAgo(days) });
}

test("a payout is prepared, paid from the file and confirmed, and the creator gets the mail and the statement", {
  tag: "@plain",
}, async ({ visit, shop, world, browserConsole }) => {
  browserConsole.allow(answered(400));
  const page = await visit(await shop.admin());
  const creator = await shop.creator();
  for (const days of [16, 3]) await sell(world.db, creator.email, days);

  await open(page, "/admin/dashboard");
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

  const { pageUrl } = world.local.mailbox;
  const mail = await awaitMail(pageUrl, creator.email, /^Você recebeu R\$\s42,41 do Sabiá$/);
  const hers = await visit(creator);
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
});
