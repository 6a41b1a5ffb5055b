/** The player's own controls, its keys, and the transcript beside it. */
import type { Page } from "@playwright/test";
import { open } from "./support/pages";
import { expect, test } from "./support/test";
import { play } from "./support/video";

const srt = (texts: string[]) =>
  texts.map((text, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at},900\n${text}\n`).join("\n");

const state = (page: Page) =>
  page.locator("video").evaluate((player: HTMLVideoElement) => ({
    at: Math.round(player.currentTime * 10) / 10,
    rate: player.playbackRate,
    paused: player.paused,
    muted: player.muted,
    volume: player.volume,
    captions: [...player.textTracks].find(({ mode }) => mode === "showing")?.language ?? "",
  }));

test("speed, volume and captions are remembered, and keys control the player", async ({ visit, shop }) => {
  const creator = await shop.creator();
  const video = await shop.publish(creator);
  const text = srt(["Bom dia", "Afinação"]);
  const saved = await creator.http.post(`/creator/videos/${video.id}/captions`, {
    maxRedirects: 0,
    multipart: { intent: "save", language: "pt", text },
  });
  expect(saved.status()).toBe(303);
  const page = await visit(creator);
  await open(page, `/watch/${video.id}`);

  await test.step("the learner uses the controls", async () => {
    await page.getByRole("button", { name: "Velocidade: 1×" }).click();
    // The arrows move through the menu from the present choice.
    await expect(page.getByRole("menuitemradio", { name: "1×", exact: true })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Velocidade: 1,5×" })).toBeFocused();
    await page.getByRole("button", { name: "Legendas" }).click();
    await page.getByRole("menuitemradio", { name: "Português" }).click();
    await page.locator("video").evaluate((player: HTMLVideoElement) => {
      player.volume = 0.4;
    });
    await expect.poll(() => state(page)).toMatchObject({ rate: 1.5, captions: "pt", volume: 0.4 });
    await page.reload();
    await expect.poll(() => state(page)).toMatchObject({ rate: 1.5, captions: "pt", volume: 0.4 });
    await expect(page.getByRole("button", { name: "Velocidade: 1,5×" })).toBeVisible();
    await page.getByRole("button", { name: "Legendas" }).click();
    await expect(page.getByRole("menuitemradio", { name: "Português" })).toHaveAttribute(
      "aria-checked",
      "true",
    );
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
  });

  await test.step("the learner uses the keys", async () => {
    await expect
      .poll(() => page.locator("video").evaluate((player: HTMLVideoElement) => player.duration))
      .toBeGreaterThan(1);
    // A focused button keeps the space bar.
    await page.locator("h1").click();
    await page.keyboard.press("5");
    await expect.poll(async () => (await state(page)).at).toBeGreaterThan(0.5);
    await page.keyboard.press("j");
    await expect.poll(async () => (await state(page)).at).toBe(0);
    await page.keyboard.press("c");
    await expect.poll(async () => (await state(page)).captions).toBe("");
    await page.keyboard.press("m");
    await expect.poll(async () => (await state(page)).muted).toBe(true);
    await page.locator("video").evaluate((player: HTMLVideoElement) => {
      player.loop = true;
    });
    await page.keyboard.press("k");
    await expect.poll(async () => (await state(page)).paused).toBe(false);
    await page.keyboard.press("Space");
    await expect.poll(async () => (await state(page)).paused).toBe(true);
  });

  await test.step("keys are ignored in a field, and once they are turned off", async () => {
    await page.getByRole("searchbox", { name: "Buscar na transcrição" }).fill("");
    await page.keyboard.type("m k");
    await expect(page.getByRole("searchbox", { name: "Buscar na transcrição" })).toHaveValue("m k");
    expect(await state(page)).toMatchObject({ muted: true, paused: true });
    await page.getByRole("button", { name: "Mais controles" }).click();
    await page.getByText("Atalhos", { exact: true }).click();
    await page.getByLabel("Usar atalhos de teclado").uncheck();
    await page.locator("h1").click();
    await page.keyboard.press("m");
    await page.getByRole("button", { name: "Voltar 10 segundos" }).click();
    expect(await state(page)).toMatchObject({ muted: true });
  });
});

test("the page's own controls replace the browser's, and only where script runs", async ({ visit, shop }) => {
  const creator = await shop.creator();
  const video = await shop.publish(creator);
  const page = await visit(creator);
  await open(page, `/watch/${video.id}`);
  const player = page.locator("video");
  await expect(player).not.toHaveAttribute("controls");
  const bar = page.getByRole("group", { name: "Controles do vídeo" });
  await player.evaluate((video: HTMLVideoElement) => {
    video.muted = true;
    video.loop = true;
  });
  await bar.getByRole("button", { name: "Tocar" }).click();
  await expect.poll(async () => (await state(page)).paused).toBe(false);
  await player.click();
  await expect.poll(async () => (await state(page)).paused).toBe(true);
  const strip = bar.getByRole("slider", { name: "Posição no vídeo" });
  await strip.focus();
  await page.keyboard.press("Home");
  await expect.poll(async () => (await state(page)).at).toBe(0);
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await state(page)).at).toBeGreaterThan(1);

  await bar.getByRole("button", { name: "Tela cheia" }).click();
  // Full screen shows the controls, too.
  await expect(bar.getByRole("button", { name: "Sair da tela cheia" })).toBeVisible();
  expect(
    await page.evaluate(() => document.fullscreenElement?.querySelectorAll("video, fieldset").length),
  ).toBe(2);
  await bar.getByRole("button", { name: "Sair da tela cheia" }).click();
  await expect(bar.getByRole("button", { name: "Tela cheia" })).toBeVisible();

  // A video without captions has no button for them.
  await expect(bar.getByRole("button", { name: "Legendas" })).toHaveCount(0);
});

test("the review form appears at the end of the video, under the name that is published", async ({
  visit,
  shop,
}) => {
  const { creator, video, learner } = await shop.sell();
  const other = await shop.publish(creator);
  const page = await visit(learner);
  await open(page, `/watch/${video.id}`);
  const [first = ""] = learner.fullName.split(" ");
  const asked = page.getByText(`Sua avaliação aparece como ${first}`);
  await expect(page.locator("fieldset").first()).toBeVisible();
  await expect(asked).toHaveCount(0);
  await expect(page.getByRole("link", { name: other.title })).toHaveCount(0);
  await play(page);
  const end = page.getByRole("region", { name: "Concluído" });
  await expect(end).toBeVisible();
  await expect(asked).toBeVisible();
  await expect(page.getByRole("link", { name: other.title })).toBeVisible();
  await end.getByRole("button", { name: "4 estrelas" }).click();
  await expect(end.getByText("Obrigado pela avaliação!")).toBeVisible();
  await end.getByRole("button", { name: "Rever" }).click();
  await expect(end).toHaveCount(0);
  await expect.poll(async () => (await state(page)).at).toBeGreaterThan(0);
});

test("a change of language and a second tab keep the learner's place", { tag: "@night" }, async ({
  visit,
  shop,
}) => {
  const { video, learner } = await shop.sell();
  const page = await visit(learner);
  await open(page, `/watch/${video.id}`);
  // The clip is short: slowly, so that it is not over before a busy machine has looked.
  const playFrom = (of: Page, from: number) => play(of, { rate: 0.5, from });
  await playFrom(page, 2);
  await expect.poll(async () => (await state(page)).at).toBeGreaterThan(2);
  // A pause reports the place; the page that is left may not be heard before the next one is made.
  const reported = page.waitForResponse(/\/position/);
  await page.locator("video").evaluate((player: HTMLVideoElement) => player.pause());
  await reported;
  await page.getByRole("link", { name: "English" }).click();
  await expect(page).toHaveURL(/lng=en/);
  await expect(page.getByRole("button", { name: "Mark as completed" })).toBeVisible();
  await expect.poll(async () => (await state(page)).at).toBeGreaterThanOrEqual(2);

  const second = await page.context().newPage();
  await open(second, `/watch/${video.id}`);
  await playFrom(second, 3);
  await playFrom(page, 2);
  await expect.poll(async () => (await state(second)).at).toBeGreaterThan(3);
  await expect.poll(async () => (await state(page)).at).toBeGreaterThan(2);
  await second.close();
  await page.locator("video").evaluate((player: HTMLVideoElement) => player.pause());
  await expect.poll(async () => (await state(page)).paused).toBe(true);
  await expect(page).toHaveURL(/\/watch\/[^/]+\?lng=en$/);
});

test("a transcript is read, searched and leads into the video", async ({ visit, shop }) => {
  const creator = await shop.creator();
  const video = await shop.publish(creator);
  const texts = ["Bom dia", "Afinação do violão"];
  const text = srt(texts);
  await creator.http.post(`/creator/videos/${video.id}/captions`, {
    maxRedirects: 0,
    multipart: { intent: "save", language: "pt", text },
  });
  const page = await visit(creator);
  await open(page, `/watch/${video.id}`);
  const transcript = page.getByRole("region", { name: "Transcrição" });
  const passage = transcript.getByRole("link", { name: "0:01 Afinação do violão" });
  await expect(transcript.getByRole("listitem")).toHaveCount(2);
  await transcript.getByRole("searchbox").fill("afinacao");
  await expect(transcript.getByRole("status")).toHaveText("1 trecho encontrado");
  await expect(transcript.getByRole("listitem")).toHaveCount(1);
  await passage.click();
  await expect.poll(async () => (await state(page)).at).toBeGreaterThanOrEqual(1);
  await page.locator("video").evaluate((player: HTMLVideoElement) => player.pause());
  await transcript.getByRole("searchbox").fill("");
  await expect(transcript.locator("[aria-current=true]")).toHaveText(/Afinação do violão/);
  await expect(page).toHaveURL(`/watch/${video.id}`);
});
