/** What is typed of a video before it is published. */
import { card, expectFieldError, open, toast } from "./support/pages";
import { newTitle } from "./support/people";
import { clipFile, description, thumbnailFile } from "./support/shop";
import { expect, test } from "./support/test";

test("what was typed is there on another device, and ends with the publication", { tag: "@plain" }, async ({
  visit,
  shop,
  script,
}) => {
  const creator = await shop.creator();
  const phone = await visit(creator);
  const title = newTitle();
  await open(phone, "/creator/upload");
  await phone.getByLabel("Título").fill(title);
  await phone.getByLabel("Descrição").fill(description);
  await phone.locator("summary", { hasText: "O que a pessoa vai aprender" }).click();
  await phone.locator("textarea[name=outcomes]").fill("Afinar\nDois acordes");
  if (script) await expect(phone.getByText(/^Rascunho salvo às \d\d:\d\d$/)).toBeVisible();
  else await phone.getByRole("button", { name: "Salvar rascunho" }).click();
  await expect(phone).toHaveURL(/\/creator\/upload\?draft=[0-9a-f-]{36}$/);
  await phone.close();

  const desk = await visit(creator);
  await open(desk, "/creator/videos");
  await desk.getByRole("link", { name: "Ver rascunhos" }).click();
  await desk.getByRole("link", { name: `Continuar o rascunho “${title}”` }).click();
  await expect(desk.getByLabel("Título")).toHaveValue(title);
  await expect(desk.getByLabel("Descrição")).toHaveValue(description);
  await expect(desk.getByText("Pontos na página: 2")).toBeVisible();
  await desk.getByRole("radio", { name: "Link do YouTube" }).check();
  await desk.getByLabel("Preço").fill("49,90");
  // Otherwise the image is copied from YouTube, which tests do not reach.
  await desk.getByLabel("Imagem de capa").setInputFiles(thumbnailFile);
  await desk.locator("input[name=youtubeUrl]").fill("https://youtu.be/dQw4w9WgXcQ");
  await desk.getByRole("button", { name: "Publicar vídeo" }).click();
  await expect(desk).toHaveURL("/creator/videos");
  await expect(desk.getByRole("link", { name: "Ver rascunhos" })).toHaveCount(0);
});

test("a picture that was chosen is there on another device and is published", async ({
  visit,
  shop,
  script,
}) => {
  test.skip(!script, "without script pictures are sent with the form");
  const creator = await shop.creator();
  const phone = await visit(creator);
  const title = newTitle();
  await open(phone, "/creator/upload");
  await phone.getByLabel("Imagem de capa").setInputFiles(thumbnailFile);
  await expect(phone.getByAltText("Capa deste rascunho")).toBeVisible();
  await phone.getByLabel("Título").fill(title);
  await expect(phone.getByText(/^Rascunho salvo às/)).toBeVisible();
  const address = phone.url();
  await phone.close();

  const desk = await visit(creator);
  await open(desk, address);
  await expect(desk.getByAltText("Capa deste rascunho")).toBeVisible();
  await desk.getByLabel("Descrição").fill(description);
  await desk.getByLabel("Preço").fill("49,90");
  await desk.getByLabel("Arquivo de vídeo").setInputFiles(clipFile);
  await desk.getByRole("button", { name: "Publicar vídeo" }).click();
  await expect(desk).toHaveURL("/creator/videos");
  await expect(card(desk, title).locator("img")).toBeVisible();
});

test("a draft is deleted by two presses", async ({ visit, shop }) => {
  const page = await visit(await shop.creator());
  await open(page, "/creator/upload");
  await page.getByLabel("Título").fill("Rascunho");
  await page.getByRole("button", { name: "Salvar rascunho" }).click();
  await expect(page).toHaveURL(/draft=/);
  await open(page, "/creator/upload");
  await page.locator("summary", { hasText: "Excluir" }).click();
  await page.getByRole("button", { name: "Excluir o rascunho “Rascunho”" }).click();
  await expect(toast(page, "Rascunho excluído.")).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Rascunhos/ })).toHaveCount(0);
});

test("what was typed right before the page is left is saved", async ({ visit, shop, script }) => {
  test.skip(!script, "without script a draft is saved by its button");
  const page = await visit(await shop.creator());
  await open(page, "/creator/upload");
  await page.getByLabel("Título").fill("Pressa");
  const saved = page.waitForResponse((answer) => answer.url().includes("/creator/drafts/"));
  await page.getByRole("link", { name: "Meus vídeos" }).first().click();
  await expect(page).toHaveURL("/creator/videos");
  await saved;
  await open(page, "/creator/upload");
  await expect(page.getByRole("link", { name: "Continuar o rascunho “Pressa”" })).toBeVisible();
});

test("a network failure loses nothing that was typed", async ({ visit, shop, script, browserConsole }) => {
  test.skip(!script, "without script a draft is saved by its button");
  browserConsole.allow(/ERR_INTERNET_DISCONNECTED/);
  const page = await visit(await shop.creator());
  await open(page, "/creator/upload");
  await page.context().setOffline(true);
  await page.getByLabel("Título").fill("No metrô");
  await expect(page.getByText("Sem conexão. O rascunho é salvo assim que ela voltar.")).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/^Rascunho salvo às/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Título")).toHaveValue("No metrô");
});

test("a picture that is too large keeps its message when the one chosen before it arrives", async ({
  visit,
  shop,
  script,
}) => {
  test.skip(!script, "files are sent into a draft by script");
  const page = await visit(await shop.creator());
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/creator/drafts/*", async (route) => {
    await arrived;
    await route.continue();
  });
  await open(page, "/creator/upload");
  const field = page.getByLabel("Imagem de capa");
  await field.setInputFiles(thumbnailFile);
  await field.setInputFiles({ name: "grande.png", mimeType: "image/png", buffer: Buffer.alloc(5_242_881) });
  await expectFieldError(page, "Imagem de capa", "Thumbnail maior que 5MB");
  arrive();
  await expect(page.getByRole("img", { name: "Capa deste rascunho" })).toBeVisible();
  await expectFieldError(page, "Imagem de capa", "Thumbnail maior que 5MB");
});
