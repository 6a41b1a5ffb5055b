/** A file on its way with script: pauses, lost lines, reloads, ended sessions, second thoughts. */
import { createHash } from "node:crypto";
import { readFileSync, utimesSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { answered } from "./support/console-watch";
import { longClip, removeLongClips } from "./support/long-clip";
import { card, open, takenOver, toast } from "./support/pages";
import { newTitle } from "./support/people";
import { clipFile, description, type Person, thumbnailFile } from "./support/shop";
import { percentOf, reaches, slowLine } from "./support/slow-line";
import { expect, test } from "./support/test";
import { playerSource } from "./support/video";
import { appUrl } from "./support/world";

const MiB = 1024 * 1024;
test.afterAll(removeLongClips);

async function begin(page: Page, title: string, path: string): Promise<Locator> {
  await open(page, "/creator/upload");
  await page.getByLabel("Título").fill(title);
  await page.getByLabel("Descrição").fill(description);
  await page.getByLabel("Preço").fill("49,90");
  await page.getByLabel("Imagem de capa").setInputFiles(thumbnailFile);
  await page.getByLabel("Arquivo de vídeo").setInputFiles(path);
  await page.getByRole("button", { name: "Publicar vídeo" }).click();
  return page.getByRole("progressbar", { name: `Envio de ${title}` });
}

/** Holds back the modules of a new visitor's page: later, a service worker has them. Returns a function that lets them run. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const modules = /\/assets\/.*\.js/;
  await page.route(modules, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

/** The video is listed, and plays the bytes that were sent. */
async function expectPublished(page: Page, title: string, hash: string): Promise<void> {
  await expect(page).toHaveURL("/creator/videos", { timeout: 60_000 });
  await expect(toast(page, "Vídeo enviado com sucesso!")).toBeVisible();
  const link = await card(page, title).locator('a[href*="/videos/"]').first().getAttribute("href");
  const id = /[0-9a-f-]{36}/.exec(link ?? "")?.[0];
  await open(page, `/watch/${id}`);
  const file = await page.request.get(await playerSource(page));
  expect(
    createHash("sha256")
      .update(await file.body())
      .digest("hex"),
  ).toBe(hash);
}

test.describe("an upload with script", () => {
  test.beforeEach(({ script }) =>
    test.skip(!script, "without script the form is sent as it is: publishing.spec.ts"),
  );

  test("shows the fields of a choice that the browser restored before scripts ran", async ({
    visit,
    shop,
  }) => {
    const page = await visit(await shop.creator());
    // As Firefox after a reload: checked without an event, before React runs.
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        const link = document.querySelector<HTMLInputElement>("input[name=source][value=youtube]");
        const ground = document.querySelector<HTMLInputElement>("input[name=coverGround][value=mar]");
        if (!link || !ground) return;
        observer.disconnect();
        link.checked = true;
        ground.checked = true;
      }).observe(document, { childList: true, subtree: true });
    });
    await open(page, "/creator/upload");
    await takenOver(page);
    await expect(page.getByRole("radio", { name: "YouTube" })).toBeChecked();
    await expect(page.locator("input[name=youtubeUrl]")).toBeVisible();
    await expect(page.locator("input[name=video]")).toHaveCount(0);
    expect(await page.locator('img[src^="/covers/"]:not([src$="-mar.svg"])').count()).toBe(0);
  });

  test("reports what was entered before scripts ran", async ({ visit, shop }) => {
    const page = await visit(await shop.creator());
    const wake = await holdScripts(page);
    await page.goto("/creator/upload", { waitUntil: "commit" });
    await page.getByLabel("Título").fill("Cedo");
    await page.getByLabel("Arquivo de vídeo").setInputFiles(clipFile);
    await page.getByLabel("Preço").fill("49,90");
    wake();
    await takenOver(page);
    await expect(page.getByLabel("Título")).toHaveValue("Cedo");
    // The file is sent without another press, and the draft has the title.
    await expect(page).toHaveURL(/draft=/);
    await expect(page.getByText(basename(clipFile)).first()).toBeVisible();
    await expect(page.getByText(/Rascunho salvo/)).toBeVisible();
    await page.reload();
    await expect(page.getByLabel("Título")).toHaveValue("Cedo");
    await expect(page.getByLabel("Preço")).toHaveValue("49,90");
  });

  test("keeps a changed text area and a radio through hydration", async ({ visit, shop }) => {
    const creator = await shop.creator();
    const saved = await visit(creator);
    await open(saved, "/creator/profile");
    await saved.getByLabel("Sobre você").fill("Ensino violão.");
    await saved.getByRole("button", { name: "Salvar página" }).click();
    await expect(toast(saved, "Página atualizada")).toBeVisible();
    const page = await visit(creator);
    const wake = await holdScripts(page);
    await page.goto("/creator/profile", { waitUntil: "commit" });
    await page.getByLabel("Sobre você").fill("Ensino viola.");
    wake();
    await takenOver(page);
    await expect(page.getByLabel("Sobre você")).toHaveValue("Ensino viola.");
    const uploadPage = await visit(creator);
    const wakeUpload = await holdScripts(uploadPage);
    await uploadPage.goto("/creator/upload", { waitUntil: "commit" });
    // As an extension does: without an event.
    await uploadPage.getByRole("radio", { name: "YouTube" }).evaluate((radio: HTMLInputElement) => {
      radio.checked = true;
    });
    wakeUpload();
    await takenOver(uploadPage);
    await expect(uploadPage.locator("input[name=video]")).toHaveCount(0);
    await expect(uploadPage.locator("input[name=youtubeUrl]")).toBeVisible();
  });

  test("accepts an AVI under the media type of newer Linux systems", async ({ visit, shop }) => {
    const page = await visit(await shop.creator());
    const buffer = readFileSync(new URL("../support/assets/clip.avi", import.meta.url));
    await open(page, "/creator/upload");
    await page.getByLabel("Título").fill(newTitle());
    await page.getByLabel("Descrição").fill(description);
    await page.getByLabel("Preço").fill("49,90");
    await page.getByLabel("Imagem de capa").setInputFiles(thumbnailFile);
    const video = page.getByLabel("Arquivo de vídeo");
    await expect(video).toHaveAttribute("accept", /\.avi/);
    await video.setInputFiles({ name: "aula.avi", mimeType: "video/vnd.avi", buffer });
    await page.getByRole("button", { name: "Publicar vídeo" }).click();
    await expect(page).toHaveURL("/creator/videos");
    await expect(toast(page, "Vídeo enviado com sucesso!")).toBeVisible();
  });

  test("can be paused and continued, shows its progress and arrives completely", async ({ visit, shop }) => {
    const page = await visit(await shop.creator());
    const title = newTitle();
    const clip = longClip(12 * MiB);
    const line = await slowLine(page, 2 * MiB);
    const bar = await begin(page, title, clip.path);
    await expect(page.getByRole("heading", { name: title })).toBeFocused();
    await expect(
      page.getByText("Enviando seu vídeo para o serviço de streaming. Não feche esta página."),
    ).toBeVisible();
    await reaches(bar, 20);
    await expect(
      page.getByText(/^[\d,]+ MB de 12 MB · [\d,]+ [KM]B\/s · falta menos de 1 minuto$/),
    ).toBeVisible();

    await page.getByRole("button", { name: "Pausar" }).click();
    await expect(page.getByText("Envio pausado. Continue quando quiser.")).toBeVisible();
    const paused = await percentOf(bar);
    await page.waitForTimeout(1_500);
    expect(await percentOf(bar)).toBe(paused);
    expect(paused).toBeLessThan(100);

    await line();
    await page.getByRole("button", { name: "Continuar" }).click();
    await expectPublished(page, title, clip.hash);
  });

  test("resumes after a reload, with the same file only", async ({ visit, shop }) => {
    const page = await visit(await shop.creator());
    page.on("dialog", (dialog) => dialog.accept());
    const title = newTitle();
    const clip = longClip(12 * MiB, "minha aula.mp4");
    const other = longClip(12 * MiB - 1, "outra.mp4");
    const line = await slowLine(page, 2 * MiB);
    await reaches(await begin(page, title, clip.path), 40);

    await page.reload();
    await takenOver(page);
    await expect(page.getByRole("heading", { name: `Continuar envio de “${title}”?` })).toBeVisible();
    await expect(page.getByText("Escolha de novo o arquivo minha_aula.mp4 (12 MB)")).toBeVisible();
    const chooser = page.getByLabel(`Arquivo de “${title}”`);
    await chooser.setInputFiles(other.path);
    await expect(chooser).toHaveAccessibleDescription(/Este não é o mesmo arquivo, ou ele mudou/);

    await chooser.setInputFiles(clip.path);
    const bar = page.getByRole("progressbar", { name: `Envio de ${title}` });
    await expect(bar).toBeVisible();
    // What had arrived is not sent again: the first figure is where it stopped.
    await expect.poll(() => percentOf(bar)).toBeGreaterThan(25);
    await line();
    await expectPublished(page, title, clip.hash);
  });

  test("resumes by itself after a network failure", async ({ visit, shop, browserConsole }) => {
    browserConsole.allow(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/);
    const page = await visit(await shop.creator());
    const title = newTitle();
    const clip = longClip(12 * MiB);
    const line = await slowLine(page, 2 * MiB);
    await reaches(await begin(page, title, clip.path), 20);
    await line(0);
    await expect(page.getByText("A conexão caiu. O envio continua sozinho, de onde parou")).toBeVisible();
    await expect(page.getByRole("button", { name: "Tentar agora" })).toBeVisible();
    await line();
    await expectPublished(page, title, clip.hash);
  });

  test("asks before it is cancelled, deletes the received bytes and keeps the form's values", async ({
    visit,
    shop,
  }) => {
    const page = await visit(await shop.creator());
    const title = newTitle();
    const clip = longClip(12 * MiB);
    const line = await slowLine(page, 2 * MiB);
    await reaches(await begin(page, title, clip.path), 10);
    await page.getByRole("button", { name: "Cancelar envio" }).click();
    const question = page.getByRole("dialog");
    await expect(question.getByRole("heading", { name: "Cancelar o envio?" })).toBeVisible();
    await question.getByRole("button", { name: "Não cancelar" }).click();
    await expect(question).toBeHidden();
    await page.getByRole("button", { name: "Cancelar envio" }).click();
    await question.getByRole("button", { name: "Cancelar envio" }).click();
    await expect(toast(page, "Envio cancelado. Nada foi salvo.")).toBeVisible();
    await expect(page.getByLabel("Título")).toHaveValue(title);
    await line();
    await page.reload();
    await takenOver(page);
    await expect(page.getByText("Continuar envio de")).toHaveCount(0);
    await open(page, "/creator/videos");
    await expect(page.getByText("Você ainda não tem vídeos")).toBeVisible();
  });

  test("resumes after a new sign-in if the session has ended", async ({ visit, shop, browserConsole }) => {
    browserConsole.allow(answered(401));
    const creator = await shop.creator();
    const page = await visit(creator);
    const title = newTitle();
    const clip = longClip(24 * MiB);
    const line = await slowLine(page, 4 * MiB);
    const bar = await begin(page, title, clip.path);
    await reaches(bar, 5);
    const cookies = page.context().request;
    const headers = { Origin: appUrl() };
    await cookies.post(`${appUrl()}/logout`, { headers, maxRedirects: 0 });
    await expect(page.getByText("Sua sessão terminou. Entre de novo na outra aba")).toBeVisible({
      timeout: 30_000,
    });
    const signIn = page.getByRole("link", { name: "Entrar de novo" });
    await expect(signIn).toHaveAttribute("target", "_blank");
    const login = { email: creator.email, password: creator.password };
    await cookies.post(`${appUrl()}/creator-login`, { headers, form: login, maxRedirects: 0 });
    await line();
    await page.getByRole("button", { name: "Continuar" }).click();
    await expectPublished(page, title, clip.hash);
  });

  test("asks before the page is left, and can be continued or discarded afterwards", async ({
    visit,
    shop,
  }) => {
    const page = await visit(await shop.creator());
    const title = newTitle();
    const clip = longClip(12 * MiB);
    const line = await slowLine(page, 2 * MiB);
    const bar = await begin(page, title, clip.path);
    await reaches(bar, 10);
    const leave = async (answer: "accept" | "dismiss") => {
      const [dialog] = await Promise.all([
        page.waitForEvent("dialog").then(async (asked) => {
          await asked[answer]();
          return asked;
        }),
        page.getByRole("link", { name: "Meus vídeos" }).first().click(),
      ]);
      expect(dialog.message()).toContain("O envio vai parar.");
    };
    await leave("dismiss");
    await expect(bar).toBeVisible();
    await expect(page).toHaveURL(/\/creator\/upload\?draft=/);
    await leave("accept");
    await expect(page).toHaveURL("/creator/videos");
    await line();
    await open(page, "/creator/upload");
    await page.getByRole("button", { name: `Descartar o envio de “${title}”` }).click();
    await expect(toast(page, "Envio descartado.")).toBeVisible();
    await expect(page.getByText("Continuar envio de")).toHaveCount(0);
  });

  test("reports a file that changed while it was sent", async ({ visit, shop, browserConsole }) => {
    browserConsole.allow(/ERR_UPLOAD_FILE_CHANGED|ERR_ACCESS_DENIED|ERR_FILE_NOT_FOUND|net::ERR_FAILED/);
    const page = await visit(await shop.creator());
    const clip = longClip(24 * MiB, "muda.mp4");
    await slowLine(page, 4 * MiB);
    await reaches(await begin(page, newTitle(), clip.path), 5);
    writeFileSync(clip.path, Buffer.alloc(24 * MiB, 1));
    utimesSync(clip.path, new Date(), new Date(Date.now() + 60_000));
    await expect(page.getByText("O arquivo mudou ou não pode mais ser lido.")).toBeVisible({
      timeout: 30_000,
    });
    await page.getByRole("button", { name: "Voltar ao formulário" }).click();
    await expect(page.getByRole("button", { name: "Publicar vídeo" })).toBeVisible();
  });

  test("fits the screen of a phone", async ({ visit, shop }) => {
    const page = await visit(await shop.creator());
    await page.setViewportSize({ width: 375, height: 740 });
    const title = `Aula${"muito".repeat(20)}longa`;
    const clip = longClip(12 * MiB, `${"nome-de-arquivo-sem-fim-".repeat(6)}.mp4`);
    await slowLine(page, 2 * MiB);
    await reaches(await begin(page, title, clip.path), 5);
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
    expect(await fits()).toBe(true);
    await page.getByRole("button", { name: "Pausar" }).click();
    expect(await fits()).toBe(true);
    for (const button of await page.getByRole("main").getByRole("button").all()) {
      const box = await button.boundingBox();
      expect(box?.height ?? 44).toBeGreaterThanOrEqual(44);
    }
  });
});

/** Begins an upload as the screen does, without sending a byte of the video. */
async function leaveUnfinished(creator: Person, title: string): Promise<void> {
  const clip = readFileSync(clipFile);
  const answer = await creator.http.post("/creator/uploads", {
    multipart: {
      source: "file",
      title,
      description,
      price: "49,90",
      videoName: "aula.mp4",
      videoBytes: String(clip.length),
      videoMark: "0123456789",
      thumbnail: { name: "capa.png", mimeType: "image/png", buffer: readFileSync(thumbnailFile) },
      videoHead: { name: "head", mimeType: "application/octet-stream", buffer: clip.subarray(0, 4_100) },
    },
  });
  expect(answer.status()).toBe(201);
}

test("an unfinished upload can be discarded without script", { tag: "@plain" }, async ({
  visit,
  shop,
  script,
}) => {
  const creator = await shop.creator();
  const title = newTitle();
  await leaveUnfinished(creator, title);
  const page = await visit(creator);
  await open(page, "/creator/upload");
  await expect(page.getByRole("heading", { name: `Continuar envio de “${title}”?` })).toBeVisible();
  const needsScript = page.getByText("Para continuar é preciso JavaScript.");
  await expect(needsScript).toBeVisible({ visible: !script });
  await page.getByRole("button", { name: `Descartar o envio de “${title}”` }).click();
  await expect(toast(page, "Envio descartado.")).toBeVisible();
  await expect(page.getByText("Continuar envio de")).toHaveCount(0);
});
