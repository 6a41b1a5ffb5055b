import type { Page } from "@playwright/test";
import { answered } from "./support/console-watch";
import { card, expectFieldError, holdRequests, open, searchPath, takenOver, toast } from "./support/pages";
import { newTitle } from "./support/people";
import { description } from "./support/shop";
import { expect, test } from "./support/test";

const otherThumbnail = "tests/support/assets/thumb.jpg";

/** No element is wider than the window. */
async function expectFits(page: Page): Promise<void> {
  const { clientWidth, scrollWidth } = await page.evaluate(() => ({
    clientWidth: document.documentElement.clientWidth,
    scrollWidth: document.documentElement.scrollWidth,
  }));
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
}

test.use({ viewport: { width: 375, height: 740 } });

test("a creator changes a video's title, description, price and picture", async ({
  visit,
  shop,
  browserConsole,
}) => {
  browserConsole.allow(answered(400));
  const creator = await shop.creator();
  const video = await shop.publish(creator);
  const page = await visit(creator);
  const picture = (title: string) => card(page, title).locator("img");
  const title = newTitle("Violão para quem já começou");
  const save = () => page.getByRole("button", { name: "Salvar alterações" }).click();

  await open(page, "/creator/videos");
  const before = await picture(video.title).getAttribute("src");
  await card(page, video.title)
    .getByRole("link", { name: `Editar: ${video.title}` })
    .click();
  await expect(page.getByRole("heading", { name: "Editar vídeo", level: 1 })).toBeVisible();
  await takenOver(page);
  await expectFits(page);

  await test.step("the form has the stored values", async () => {
    await expect(page.getByLabel("Título")).toHaveValue(video.title);
    await expect(page.getByLabel("Descrição")).toHaveValue(description);
    await expect(page.getByLabel("Preço")).toHaveValue("49,90");
    await expect(page.getByRole("radio", { name: "Usar a imagem 1 como capa" })).toBeChecked();
  });

  await test.step("errors appear beside their fields, and values stay", async () => {
    await page.getByLabel("Título").fill(title);
    await page.getByLabel("Preço").fill("0,49");
    await save();
    await page.getByText("Confira os campos destacados.").waitFor();
    await takenOver(page);
    await expectFieldError(page, "Preço", "Valor mínimo: R$ 0,50");
    await expect(page.getByLabel("Título")).toHaveValue(title);
    await expect(page.getByLabel("Preço")).toHaveValue("0,49");
    await expectFits(page);
  });

  await test.step("the corrected form is saved and displayed", async () => {
    await page.getByLabel("Preço").fill("1299");
    await page.getByLabel("Descrição").fill("Ritmo, dedilhado e pestana.");
    await page.getByLabel("Enviar imagem").setInputFiles(otherThumbnail);
    await save();
    await expect(page).toHaveURL("/creator/videos");
    await expect(toast(page, "Vídeo atualizado com sucesso")).toBeVisible();
    await expect(card(page, video.title)).toHaveCount(0);
    await expect(card(page, title).getByText("R$ 1.299,00")).toBeVisible();
    await expect(card(page, title).getByText("Ritmo, dedilhado e pestana.")).toBeVisible();
    expect(await picture(title).getAttribute("src")).not.toBe(before);
    await expect(picture(title)).not.toHaveJSProperty("naturalWidth", 0);
    await expectFits(page);
  });

  await test.step("the shop shows the new picture in the fitting size", async () => {
    const anyone = await visit();
    await open(anyone, searchPath(title));
    await expect(card(anyone, title).getByText("R$ 1.299,00")).toBeVisible();
    const shown = card(anyone, title).locator("img");
    await expect(shown).toHaveAttribute("srcset", /-960_.* 960w, .*-480_.* 480w$/);
    await expect(shown).toHaveJSProperty("complete", true);
    await expect(shown).not.toHaveJSProperty("naturalWidth", 0);
    const gone = await anyone.request.get(before ?? "");
    expect(gone.status()).toBe(404);
  });
});

test("leaving the form asks first, and changes nothing", async ({ visit, shop }) => {
  const creator = await shop.creator();
  const video = await shop.publish(creator);
  const page = await visit(creator);
  page.on("dialog", (dialog) => dialog.accept());
  await open(page, `/creator/videos/${video.id}/edit`);
  await page.getByLabel("Título").fill("Outro");
  const asked = page.waitForEvent("dialog");
  await page.getByRole("main").getByRole("link", { name: "Vídeos", exact: true }).click();
  expect((await asked).message()).toContain("Há mudanças que ainda não foram salvas.");
  await expect(page).toHaveURL("/creator/videos");
  await expect(card(page, video.title).getByText("R$ 49,90")).toBeVisible();
});

test("the dashboard is empty at first, then shows the sale in cards, chart, table and list", async ({
  visit,
  shop,
}) => {
  const creator = await shop.creator();
  const page = await visit(creator);
  await open(page, "/creator/dashboard");
  await expect(page.getByText("Nenhuma venda ainda")).toBeVisible();
  await expect(page.getByRole("img", { name: /Ganhos por dia/ })).toHaveCount(0);

  const video = await shop.publish(creator);
  await shop.buy(await shop.learner(), video);
  await shop.buy(await shop.learner(), video);
  await open(page, "/creator/dashboard");
  const figure = (label: string) => page.getByText(label, { exact: true }).locator("..");
  await expect(figure("Total de vendas")).toContainText("2");
  await expect(figure("Seus ganhos (85%)")).toContainText("R$ 84,82");
  await expect(figure("Taxa da plataforma (15%)")).toContainText("R$ 14,98");
  await expect(figure("Total de vídeos")).toContainText("1");

  const chart = page.getByRole("img", { name: /^Ganhos por dia nos últimos 30 dias/ });
  await expect(chart).toBeVisible();
  await expect(chart).toHaveAccessibleName(
    /R\$\s84,82 em 30 dias\. Melhor dia: \d\d [a-z]{3}, com R\$\s84,82\./,
  );
  const { width, height } = (await chart.boundingBox()) ?? { width: 0, height: 0 };
  expect(width).toBeGreaterThan(200);
  expect(height).toBeGreaterThan(100);

  const table = page.getByRole("table", { name: "Ganhos por dia nos últimos 30 dias" });
  await expect(table).toBeHidden();
  await page.getByText("Ver os valores por dia").click();
  await expect(table.getByRole("row")).toHaveCount(31);
  await expect(table.getByRole("row").nth(1)).toContainText(/^\d\d [a-z]{3}2R\$\s84,82$/);
  await expect(table.getByRole("row").nth(2)).toContainText("R$ 0,00");

  const sales = page.getByRole("listitem").filter({ hasText: video.title });
  await expect(sales).toHaveCount(2);
  await expect(sales.first()).toContainText(/\d{2} [a-z]{3} \d{4}, \d{2}:\d{2}/);
  await expect(sales.first()).toContainText("Pago");
  await expectFits(page);
});

test("a loading dashboard shows placeholders of four cards and three sales", async ({ visit, shop }) => {
  const page = await visit(await shop.creator());
  const [videosArrive, dashboardArrives] = [
    await holdRequests(page, /\/creator\/videos\.data/),
    await holdRequests(page, /\/creator\/dashboard\.data/),
  ];
  const menu = page.locator("header summary").filter({ visible: true });
  const follow = async (name: string) => {
    if (await menu.isVisible()) await menu.click();
    await page.getByRole("banner").getByRole("link", { name }).filter({ visible: true }).click();
  };
  const outline = page.getByRole("main").getByRole("status").filter({ hasText: "Carregando" });

  await open(page, "/creator/payments");
  await follow("Meus vídeos");
  await expect(outline.locator(":scope > div")).toHaveCount(4);
  await expect(outline.locator(":scope > div").first()).toBeInViewport();
  await expect(page.getByRole("heading", { name: "Meus vídeos", level: 1 })).toBeVisible();
  videosArrive();
  await expect(page.getByText("Você ainda não tem vídeos")).toBeVisible();
  await expect(outline).toHaveCount(0);

  await follow("Dashboard");
  // Below the placeholders of the cards and the heading.
  await expect(outline.locator(":scope > div").last().locator(":scope > div")).toHaveCount(3);
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  dashboardArrives();
  await expect(page.getByText("Nenhuma venda ainda")).toBeVisible();
  await expect(outline).toHaveCount(0);
});
