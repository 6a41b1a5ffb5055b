import { readFileSync } from "node:fs";
import { answered } from "./support/console-watch";
import { open, toast } from "./support/pages";
import { expect, test } from "./support/test";

test("the administrators' dashboard shows figures, chart, pending work, and people by tab", async ({
  visit,
  shop,
}) => {
  await shop.sell();
  const page = await visit(await shop.admin());
  await open(page, "/admin/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Painel Administrativo");
  for (const card of [
    "Total de criadores",
    "Total de consumidores",
    "Total de vídeos",
    "Receita total",
    "Ganhos da plataforma (15%)",
  ])
    await expect(page.locator("dl > div", { hasText: card }).locator("dd")).toHaveText(/[1-9]/);
  await page.getByText("Receita por dia", { exact: true }).first().click();
  await expect(page.getByRole("img", { name: /Receita por dia/ })).toBeVisible();
  await page.getByText("Ver os valores por dia").click();
  await expect(page.getByRole("table", { name: /Receita por dia/ }).getByRole("row")).toHaveCount(31);
  await expect(page.getByRole("heading", { name: "Precisa de resposta" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Método", exact: true })).toBeVisible();
  const opened = page.getByRole("row").filter({ hasText: "Abertura registrada na auditoria." });
  await expect(opened).toHaveCount(0);
  await page
    .getByRole("link", { name: /^Mostrar os dados de pagamento/ })
    .first()
    .click();
  await expect(opened).toHaveCount(1);
  await expect(opened).toContainText("PIX: beatriz@sabia.example");
  await page.getByRole("link", { name: "Consumidores", exact: true }).last().click();
  await expect(page).toHaveURL("/admin/dashboard?tab=consumers");
  await expect(page.getByRole("columnheader", { name: "Método", exact: true })).toHaveCount(0);
});

test("on a small phone the first sale is on the first screen", async ({ visit, shop }) => {
  const { video } = await shop.sell();
  const page = await visit(await shop.admin());
  await page.setViewportSize({ width: 375, height: 667 });
  await open(page, "/admin/sales");
  const box = await page.getByRole("main").getByRole("link", { name: video.title }).first().boundingBox();
  expect(box && box.y + box.height).toBeLessThan(667);
});

test("an export downloads the listed rows, and the page shows a message", async ({ visit, shop }) => {
  const learner = await shop.learner();
  await shop.learner();
  const page = await visit(await shop.admin());
  await open(page, "/admin/consumers");
  await page.getByLabel("Buscar por nome ou e-mail").fill(learner.email);
  await page.getByRole("button", { name: "Buscar" }).click();
  await expect(page.getByRole("rowheader")).toHaveCount(1);

  const [csv] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Baixar CSV" }).click(),
  ]);
  expect(csv.suggestedFilename()).toBe("consumidores.csv");
  const lines = readFileSync(await csv.path(), "utf8")
    .trimEnd()
    .split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`"${learner.email}"`);
  await expect(toast(page, "Dados exportados com sucesso!")).toBeVisible();
  await expect(page.getByRole("rowheader")).toHaveCount(1);
});

test("a failed export shows a message", { tag: "@night" }, async ({ visit, shop, browserConsole }) => {
  browserConsole.allow(answered(503));
  const page = await visit(await shop.admin());
  await open(page, "/admin/sales?status=completed");
  await page.route("**/admin/export/sales.xlsx?status=completed", (route) =>
    route.fulfill({ status: 503, contentType: "text/plain", body: "Erro ao exportar dados" }),
  );
  await page.locator("summary", { hasText: "Exportar" }).first().click();
  await page.getByRole("link", { name: "Exportar para Excel" }).click();
  await expect(toast(page, "Erro ao exportar dados")).toBeVisible();
});
