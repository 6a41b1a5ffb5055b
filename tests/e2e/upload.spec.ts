/** A video from its first moment to the shop, with script: pauses, lost lines, reloads, second thoughts. */
import { createHash } from "node:crypto";
import { readFileSync, utimesSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { answered } from "./support/console-watch";
import { longClip, removeLongClips } from "./support/long-clip";
import { card, expectFieldError, holdRequests, open, searchPath, takenOver, toast } from "./support/pages";
import { newTitle } from "./support/people";
import { clipFile, description, thumbnailFile } from "./support/shop";
import { percentOf, reaches, slowLine } from "./support/slow-line";
import { expect, test } from "./support/test";
import { chooseFile, fillVideo, pressPublish } from "./support/upload";
import { playerSource } from "./support/video";

const MiB = 1024 * 1024;
test.afterAll(removeLongClips);

const bar = (page: Page) => page.getByRole("progressbar", { name: /^Envio de/ });
const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

/** The page to share it is there, and the video plays the bytes that were sent. */
async function expectOnSale(page: Page, id: string, hash: string): Promise<void> {
  await expect(page).toHaveURL(`/creator/videos/${id}/share`, { timeout: 60_000 });
  await expect(toast(page, "Vídeo enviado com sucesso!")).toBeVisible();
  await open(page, `/watch/${id}`);
  const file = await page.request.get(await playerSource(page));
  expect(
    createHash("sha256")
      .update(await file.body())
      .digest("hex"),
  ).toBe(hash);
}

test("one choice, two fields and one press put a video on sale", async ({ visit, shop }) => {
  const page = await visit(await shop.creator());
  await open(page, "/creator/upload");
  expect(await heightOf(page)).toBeLessThanOrEqual(900);
  const { path } = longClip(200_000, "pão_de_queijo.mp4");
  await page.getByLabel("Escolher arquivo").setInputFiles(path);
  await expect(page.getByLabel("Título")).toHaveValue("Pão de queijo");
  await page.getByLabel("Descrição").fill(description);
  await page.getByLabel("Preço").fill("49,90");
  const preview = page.getByRole("region", { name: "Assim aparece na loja" });
  await expect(preview).toContainText("R$ 49,90");
  await pressPublish(page);
  await expect(page).toHaveURL(/\/share$/);
  await expect(toast(page, "Vídeo enviado com sucesso!")).toBeVisible();
  await open(page, "/creator/videos");
  // The sharpest frame was chosen by itself.
  await expect(card(page, "Pão de queijo").locator("img")).not.toHaveJSProperty("naturalWidth", 0);
});

test("a file that was chosen before scripts ran begins its video", async ({ visit, shop }) => {
  const page = await visit(await shop.creator());
  const release = await holdRequests(page, /\/assets\/.*\.js/);
  await page.goto("/creator/upload", { waitUntil: "commit" });
  await page.getByLabel("Escolher arquivo").setInputFiles(clipFile);
  release();
  await expect(page).toHaveURL(/\/edit$/);
  await expect(page.getByText("clip-vp9.mp4")).toBeVisible();
});

test("a file without frames, typed as on newer Linux, gets a drawn cover", async ({ visit, shop }) => {
  const page = await visit(await shop.creator());
  const title = newTitle();
  const buffer = readFileSync(new URL("../support/assets/clip.avi", import.meta.url));
  await chooseFile(page, { name: "aula.avi", mimeType: "video/vnd.avi", buffer });
  await fillVideo(page, title);
  await pressPublish(page);
  await expect(page).toHaveURL(/\/share$/);
  await open(page, "/creator/videos");
  await expect(card(page, title).locator("img")).not.toHaveJSProperty("naturalWidth", 0);
});

test("a published video waits for its paused file, or is taken back", async ({ visit, shop }) => {
  const page = await visit(await shop.creator());
  const clip = longClip(12 * MiB);
  const line = await slowLine(page, 2 * MiB);
  const id = await chooseFile(page, clip.path);
  await fillVideo(page, newTitle());
  await reaches(bar(page), 10);
  await expect(
    page.getByText("Enviando seu vídeo para o serviço de streaming. Não feche esta página."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Pausar" }).click();
  await expect(page.getByText("Envio pausado. Continue quando quiser.")).toBeVisible();
  // The highest state of the page: filled, a file on its way, the install banner above.
  await expect(page.getByText("Instale o app para uma experiência melhor.")).toBeVisible();
  expect(await heightOf(page)).toBeLessThanOrEqual(1_500);
  await pressPublish(page);
  await expect(page.getByText("Vai ao ar ao terminar").first()).toBeVisible();
  // What is published is what stood here as the button was pressed.
  await expect(page.locator("form [inert]")).toHaveCount(1);
  await page.getByRole("button", { name: "Desfazer" }).click();
  await expect(page.getByRole("button", { name: "Publicar", exact: true })).toBeVisible();
  await pressPublish(page);
  await expect(page.getByRole("button", { name: "Desfazer" })).toBeVisible();
  expect(await percentOf(bar(page))).toBeLessThan(100);
  await line();
  await page.getByRole("button", { name: "Continuar" }).click();
  await expectOnSale(page, id, clip.hash);
});

test("a page opened again asks for the same file and has its texts", async ({ visit, shop }) => {
  const creator = await shop.creator();
  const page = await visit(creator);
  page.on("dialog", (dialog) => dialog.accept());
  const title = newTitle();
  const clip = longClip(24 * MiB, "minha aula.mp4");
  const other = longClip(24 * MiB - 1, "outra.mp4");
  const line = await slowLine(page, 1.5 * MiB);
  const id = await chooseFile(page, clip.path);
  await fillVideo(page, title);
  await expect(page.getByRole("radio", { name: /^Usar o momento/ })).toHaveCount(5);
  await expect(page.getByText("Tudo salvo")).toBeVisible();
  await reaches(bar(page), 50);
  await page.reload();
  await takenOver(page);
  await expect(page.getByText(/MB de 24 MB já estão aqui/)).toBeVisible();
  await expect(page.getByLabel("Título")).toHaveValue(title);
  await expect(page.getByRole("radio", { name: /^Usar o momento/ })).toHaveCount(5);
  await expect(page.getByRole("radio", { name: /^Usar o momento/, checked: true })).toHaveCount(1);
  const again = page.getByLabel("Escolher de novo");
  await again.setInputFiles(other.path);
  await expect(page.getByText(/Este não é o mesmo arquivo/)).toBeVisible();
  await line();
  // From the start page, too, the same file leads to the same video.
  expect(await chooseFile(page, clip.path)).toBe(id);
  await pressPublish(page);
  await expectOnSale(page, id, clip.hash);
  await open(page, "/creator/videos");
  await expect(page.getByRole("article")).toHaveCount(1);
});

test("another file and its frames take the place of the first", { tag: "@night" }, async ({
  visit,
  shop,
}) => {
  const page = await visit(await shop.creator());
  const frames = page.getByRole("radio", { name: /^Usar o momento/ });
  const picture = page.locator("label:has(input[name=cover]) img").first();
  const id = await chooseFile(page, longClip(200_000, "primeira.mp4").path);
  await expect(frames).toHaveCount(5);
  const before = (await picture.getAttribute("src")) ?? "";
  await expect(page.getByLabel("Trocar")).toBeAttached();
  await page.reload();
  await takenOver(page);
  const other = longClip(300_000, "segunda.mp4");
  await page.getByLabel("Trocar").setInputFiles(other.path);
  await expect(page.getByText("segunda.mp4")).toBeVisible();
  await expect(picture).not.toHaveAttribute("src", before);
  await expect(frames).toHaveCount(5);
  await fillVideo(page, newTitle());
  await pressPublish(page);
  await expectOnSale(page, id, other.hash);
});

test("a network failure loses neither bytes nor texts", { tag: "@night" }, async ({
  visit,
  shop,
  browserConsole,
}) => {
  browserConsole.allow(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/);
  const page = await visit(await shop.creator());
  const clip = longClip(24 * MiB);
  const line = await slowLine(page, 2 * MiB);
  const id = await chooseFile(page, clip.path);
  await reaches(bar(page), 10);
  await line(0);
  await page.getByLabel("Título").fill("No metrô");
  await expect(page.getByText("Sem internet. Continua sozinho, de onde parou.")).toBeVisible({
    timeout: 40_000,
  });
  await expect(page.getByText("Sem conexão. Salvamos assim que ela voltar.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Tentar agora" })).toBeVisible();
  await line();
  await expect(page.getByText("Tudo salvo")).toBeVisible({ timeout: 70_000 });
  await fillVideo(page, "No metrô");
  await pressPublish(page);
  await expectOnSale(page, id, clip.hash);
});

test("an upload goes on elsewhere, and two presses delete it", { tag: "@night" }, async ({
  visit,
  shop,
  browserConsole,
}) => {
  // Frames that arrive after the deletion.
  browserConsole.allow(answered(410));
  const page = await visit(await shop.creator());
  const clip = longClip(24 * MiB);
  await slowLine(page, 2 * MiB);
  const id = await chooseFile(page, clip.path);
  await page.getByRole("link", { name: "Vídeos", exact: true }).click();
  await expect(page.getByText(/^Enviando 1 arquivo · \d+ %/)).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Ver", exact: true }).click();
  await expect(page).toHaveURL(`/creator/videos/${id}/edit`);
  await reaches(bar(page), 5);
  await page.locator("summary[aria-label='Mais opções']").click();
  await page.getByRole("button", { name: "Excluir", exact: true }).click();
  await expect(toast(page, "Vídeo excluído com sucesso")).toBeVisible();
  await expect(page.getByText("Você ainda não tem vídeos")).toBeVisible();
});

test("a wrong or changed file is refused by its true cause", { tag: "@night" }, async ({
  visit,
  shop,
  browserConsole,
}) => {
  browserConsole.allow(/ERR_UPLOAD_FILE_CHANGED|ERR_ACCESS_DENIED|ERR_FILE_NOT_FOUND|net::ERR_FAILED/);
  browserConsole.allow(answered(400));
  const page = await visit(await shop.creator());
  await open(page, "/creator/upload");
  await page
    .getByLabel("Escolher arquivo")
    .setInputFiles({ name: "aula.txt", mimeType: "text/plain", buffer: Buffer.from("não") });
  await expect(page.getByText("Formato de vídeo inválido. Use MP4, MOV ou AVI")).toBeVisible();
  const fake = Buffer.alloc(100_000, "não é um vídeo, só se chama assim. ");
  await page
    .getByLabel("Escolher outro")
    .setInputFiles({ name: "aula.mp4", mimeType: "video/mp4", buffer: fake });
  await expect(page.getByText("Formato de vídeo inválido. Use MP4, MOV ou AVI")).toBeVisible();
  const clip = longClip(24 * MiB, "muda.mp4");
  await slowLine(page, 3 * MiB);
  await chooseFile(page, clip.path);
  await page
    .getByLabel("Enviar imagem")
    .setInputFiles({ name: "grande.png", mimeType: "image/png", buffer: Buffer.alloc(5_242_881) });
  await expect(page.getByText("Thumbnail maior que 5MB")).toBeVisible();
  writeFileSync(clip.path, Buffer.alloc(24 * MiB, 1));
  utimesSync(clip.path, new Date(), new Date(Date.now() + 60_000));
  await expect(page.getByText("O arquivo mudou ou não pode mais ser lido.")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByLabel("Escolher de novo")).toBeAttached();
});

test("a video is checked as it is published, on a phone", async ({ visit, shop, browserConsole }) => {
  browserConsole.allow(answered(400));
  const page = await visit(await shop.creator());
  await page.setViewportSize({ width: 375, height: 740 });
  await chooseFile(page, longClip(200_000, `${"nome-de-arquivo-sem-fim-".repeat(6)}.mp4`).path);
  const title = `Aula${"muito".repeat(20)}longa`;
  await fillVideo(page, title, "quarenta");
  await pressPublish(page);
  await expectFieldError(page, "Preço", "Valor inválido. Use números, ex: 49.90");
  await expect(page.getByLabel("Preço")).toHaveValue("quarenta");
  await expect(page.getByLabel("Título")).toHaveValue(title);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

test("a link becomes an unpublished video, and a drawing its cover", { tag: "@plain" }, async ({
  visit,
  shop,
  script,
  browserConsole,
}) => {
  browserConsole.allow(answered(400));
  const creator = await shop.creator();
  const page = await visit(creator);
  const begun = await creator.http.post("/creator/upload", {
    form: { intent: "begin", youtubeUrl: "https://youtu.be/dQw4w9WgXcQ" },
    maxRedirects: 0,
  });
  expect(begun.status()).toBe(303);
  const title = newTitle();
  await open(page, begun.headers().location ?? "");
  await fillVideo(page, title);
  if (script) await expect(page.getByText("Tudo salvo")).toBeVisible();
  else await page.getByRole("button", { name: "Salvar", exact: true }).click();
  const desk = await visit(creator);
  await open(desk, "/creator/videos");
  await card(desk, title)
    .getByRole("link", { name: `Continuar: ${title}` })
    .click();
  await takenOver(desk);
  await expect(desk.getByLabel("Descrição")).toHaveValue(description);
  await desk.getByText("Criar capa").click();
  await desk.locator("label:has(input[name=coverDrawing][value=ipe])").click();
  if (script) await desk.getByRole("button", { name: "Usar esta capa" }).click();
  if (script) await expect(desk.getByRole("radio", { name: /^Usar a imagem/ })).toHaveCount(1);
  await pressPublish(desk);
  await expect(desk).toHaveURL(/\/share$/);
  await open(desk, searchPath(title));
  await expect(card(desk, title).locator("img")).not.toHaveJSProperty("naturalWidth", 0);
});

test("on sale nothing changes by a keystroke, but by its button", { tag: "@night" }, async ({
  visit,
  shop,
}) => {
  const creator = await shop.creator();
  const video = await shop.publish(creator);
  const page = await visit(creator);
  await open(page, `/creator/videos/${video.id}/edit`);
  await page.getByLabel("Preço").fill("59,90");
  await page.getByLabel("Enviar imagem").setInputFiles(thumbnailFile);
  await expect(page.getByText("1 mudança não salva")).toBeVisible();
  const shopPage = await visit();
  await open(shopPage, `/videos/${video.id}`);
  await expect(shopPage.getByText("R$ 49,90").first()).toBeVisible();
  await page.getByRole("button", { name: "Salvar alterações" }).click();
  await expect(toast(page, "Vídeo atualizado com sucesso")).toBeVisible();
  await expect(async () => {
    await open(shopPage, `/videos/${video.id}`);
    await expect(shopPage.getByText("R$ 59,90").first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
});
