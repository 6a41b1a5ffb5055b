import type { Page } from "@playwright/test";
import { answered } from "./support/console-watch";
import { card, expectFieldError, open, searchPath, toast } from "./support/pages";
import { newTitle } from "./support/people";
import { clipFile, description, thumbnailFile } from "./support/shop";
import { expect, test } from "./support/test";

async function fillUpload(page: Page, texts: { title: string; price?: string }): Promise<void> {
  await page.getByLabel("Título").fill(texts.title);
  await page.getByLabel("Descrição").fill(description);
  await page.getByLabel("Preço").fill(texts.price ?? "49,90");
}

async function publish(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Publicar vídeo" }).click();
}

async function expectKept(page: Page, title: string): Promise<void> {
  await expect(page.getByLabel("Título")).toHaveValue(title);
  await expect(page.getByLabel("Descrição")).toHaveValue(description);
}

test("without script, invalid fields and files have a message beside the field, and other values stay", {
  tag: "@plain",
}, async ({ visit, shop, browserConsole, script }) => {
  test.skip(script, "with script a video is a row from the first moment: upload.spec.ts");
  browserConsole.allow(answered(400));
  const page = await visit(await shop.creator());
  const title = newTitle();
  await open(page, "/creator/upload");
  await test.step("the price is below the minimum, and the link is not YouTube's", async () => {
    await page.getByRole("radio", { name: "Link do YouTube" }).check();
    await expect(page.getByText("“Não listado” (Unlisted)").filter({ visible: true })).toBeVisible();
    await fillUpload(page, { title, price: "0,49" });
    await page.getByLabel("Link do vídeo").fill("https://example.com/watch?v=abc");
    await publish(page);
    await expectFieldError(page, "Preço", "Valor mínimo: R$ 0,50");
    await expectFieldError(page, "Link do vídeo", "Link do YouTube inválido");
    await expect(page.getByLabel("Preço")).toHaveValue("0,49");
    await page.getByRole("radio", { name: "Enviar arquivo" }).check();
  });
  await test.step("the files are missing", async () => {
    await fillUpload(page, { title });
    await publish(page);
    await expectFieldError(page, "Imagem de capa", "Selecione uma thumbnail");
    await expectFieldError(page, "Arquivo de vídeo", "Selecione um arquivo de vídeo");
    await expectKept(page, title);
  });
  await test.step("the corrected form publishes the video", async () => {
    await page.getByLabel("Imagem de capa").setInputFiles(thumbnailFile);
    await page.getByLabel("Arquivo de vídeo").setInputFiles(clipFile);
    await publish(page);
    await expect(page).toHaveURL("/creator/videos");
    await expect(toast(page, "Vídeo enviado com sucesso!")).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(1);
  });
  await test.step("the published video is offered to be shared once", async () => {
    const panel = page.getByRole("region", { name: "Seu vídeo está no ar" });
    const address = (await panel.locator("code").textContent()) ?? "";
    expect(address).toMatch(/\/videos\/[a-z0-9-]+-[0-9a-f]{8}$/);
    const message = panel.getByRole("link", { name: "Enviar pelo WhatsApp" });
    await expect(message).toHaveAttribute("href", new RegExp(`${encodeURIComponent(address)}$`));
    await page.reload();
    await expect(panel).toHaveCount(0);
  });
});

test("the deletion of a video asks for confirmation, in a dialog with script and on a page without", {
  tag: "@plain",
}, async ({ visit, shop, script }) => {
  const creator = await shop.creator();
  const video = await shop.publish(creator);
  const kept = await shop.publish(creator, { title: newTitle("Costura básica") });
  const page = await visit(creator);
  await open(page, "/creator/videos");
  const ask = () =>
    card(page, video.title)
      .getByRole(script ? "button" : "link", { name: `Excluir: ${video.title}` })
      .click();

  await ask();
  const question = script ? page.getByRole("dialog") : page.getByRole("main");
  await expect(question.getByRole("heading", { name: "Excluir Vídeo" })).toBeVisible();
  await expect(question.getByText("Esta ação não pode ser desfeita.")).toBeVisible();
  if (!script) await expect(page).toHaveURL(`/creator/videos/${video.id}/delete`);
  await question.getByText("Cancelar").click();
  await expect(page).toHaveURL("/creator/videos");
  await expect(card(page, video.title)).toBeVisible();

  await ask();
  await question.getByRole("button", { name: "Excluir", exact: true }).click();
  await expect(toast(page, "Vídeo excluído com sucesso")).toBeVisible();
  await expect(page).toHaveURL("/creator/videos");
  await expect(card(page, video.title)).toHaveCount(0);
  await expect(card(page, kept.title)).toBeVisible();

  await open(page, searchPath(video.title));
  // The second where the shop lists similar ones.
  await expect(page.getByText(/^(Nenhum vídeo|Sem resultados para)/).first()).toBeVisible();
  await expect(card(page, video.title)).toHaveCount(0);
});
