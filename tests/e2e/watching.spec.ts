/** Who may watch, and what a player's link is good for. */
import type { Page } from "@playwright/test";
import { loginToBuyPath } from "~/features/orders/checkout/purchase-intention";
import { createLinkSigner } from "~/integrations/storage/signed-link.server";
import { answered } from "./support/console-watch";
import { open, runsScript, searchPath, toast } from "./support/pages";
import type { Person, Shop } from "./support/shop";
import { expect, test } from "./support/test";
import { expectPlays, play, playerSource } from "./support/video";
import { linkSecret } from "./support/world";

test(`a visitor presses Watch, and reads once that a login is needed`, async ({ page, shop }) => {
  const { id, title } = await shop.publish(await shop.creator());
  await open(page, searchPath(title));
  await page.getByRole("link", { name: `Assistir: ${title}` }).click();
  const announced = toast(page, "Login necessário para assistir");

  await expect(announced).toBeVisible();
  // Pointed at, it would not fade by itself: what ends it is the page it announced.
  await announced.hover();
  await expect(page).toHaveURL(loginToBuyPath(id, { after: "watch" }));
  await expect(announced).toHaveCount(0);
  await expect(toast(page, "Login necessário")).toHaveCount(0);
  await expect(toast(page, "Faça login para assistir este vídeo")).toHaveCount(0);
});

test("a player with an expired link gets a new one and continues", async ({
  visit,
  shop,
  browserConsole,
}) => {
  browserConsole.allow(answered(403));
  const creator = await shop.creator();
  const video = await shop.publish(creator);
  const page = await visit(creator);
  await open(page, `/watch/${video.id}`);
  await windTo(page, 1.5);
  await breakLink(page, (await signerOf(page))(-1));
  await expect
    .poll(() => stateOf(page))
    .toMatchObject({ at: 1.5, paused: true, rate: 1.25, error: false, picture: true });
  expect(new URL((await stateOf(page)).src).searchParams.get("signature")).toBeTruthy();
  await expectPlays(page);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a player that gets no new link shows a message", { tag: "@night" }, async ({
  visit,
  shop,
  browserConsole,
}) => {
  browserConsole.allow(answered(403));
  const creator = await shop.creator();
  const video = await shop.publish(creator);
  const page = await visit(creator);
  await open(page, `/watch/${video.id}`);
  const ended = (await signerOf(page))(-1);
  // Signed out elsewhere in the meantime.
  await page.context().clearCookies();
  await breakLink(page, ended);
  const alert = page.getByRole("alert");
  await expect(alert.getByText("Erro ao carregar vídeo")).toBeVisible();
  await expect(alert.getByText("Não foi possível gerar link de acesso")).toBeVisible();
});

test("the position is stored when the page is left", async ({ visit, shop }) => {
  const creator = await shop.creator();
  const video = await shop.publish(creator);
  const page = await visit(creator);
  for (const leave of [
    async () => {
      await page.getByRole("link", { name: "Sabiá" }).first().click();
      await page.waitForURL((url) => !url.pathname.startsWith("/watch/"));
    },
    // The event alone: a browser that is driven now and then loses what a page sends while it is left for good.
    () => page.evaluate(() => window.dispatchEvent(new Event("pagehide"))),
  ]) {
    await creator.http.post(`/watch/${video.id}/position`, { form: { seconds: "0" } });
    await open(page, `/watch/${video.id}`);
    await windTo(page, 1.5);
    // The clip is short: slowly, so that it is not over before a busy machine has left.
    await play(page, { rate: 0.1 });
    await leave();
    await expect
      .poll(async () => (await creator.http.get(`/watch/${video.id}`)).text())
      .toMatch(/\/files\/[^"]+#t=1"/);
  }
});

test("YouTube's player reports where the learner stopped, and completes the video", async ({
  visit,
  shop,
}) => {
  const creator = await shop.creator();
  const video = await shop.publish(creator, { youtubeUrl: "https://youtu.be/aBcDeFgHi13" });
  const learner = await shop.learner();
  await shop.buy(learner, video);
  const page = await visit(learner);
  // As YouTube's player answers: a state and positions, each time it is asked to.
  const body = `<!doctype html><title>player</title><script>
    addEventListener("message", () => {
      const tell = (message) => parent.postMessage(JSON.stringify(message), "*");
      tell({ event: "onStateChange", info: 1 });
      for (let at = 0; at <= 40; at += 2)
        tell({ event: "infoDelivery", info: { currentTime: at, duration: 40 } });
      tell({ event: "onStateChange", info: 0 });
    });
  </script>`;
  await page.route("https://www.youtube-nocookie.com/**", (route) =>
    route.fulfill({ contentType: "text/html", body }),
  );
  await open(page, `/watch/${video.id}`);
  await page.getByRole("link", { name: "Tocar pelo YouTube" }).click();
  await expect(page.getByRole("region", { name: "Seu progresso" })).toContainText("Concluído");
  await expect(page.getByText("Sua avaliação aparece como")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("region", { name: "Seu progresso" })).toContainText("Concluído");
});

test("timestamps of the description lead to their moment of the video", async ({ visit, shop }) => {
  const creator = await shop.creator();
  const video = await shop.publish(creator, { description: "Em 0:01 começa." });
  const page = await visit(creator);
  await open(page, `/watch/${video.id}`);
  await page.getByRole("link", { name: "0:01", exact: true }).click();

  await expect(page).toHaveURL(`/watch/${video.id}`);
  await expect(page.locator("video")).toBeFocused();
  await expect.poll(async () => (await stateOf(page)).at).toBeGreaterThanOrEqual(1);
});

test("a creator sees problems of a description's chapters while typing", { tag: "@night" }, async ({
  visit,
  shop,
}) => {
  const creator = await shop.creator();
  const begun = await creator.http.post("/creator/upload", {
    form: { intent: "begin", youtubeUrl: "https://youtu.be/dQw4w9WgXcQ" },
    maxRedirects: 0,
  });
  const page = await visit(creator);
  await open(page, begun.headers().location ?? "");
  const field = page.getByLabel("Descrição");
  await field.fill("0:00 Abertura\n1:05 Acordes");
  const status = page.getByRole("status").filter({ hasText: "apítulos" });
  await expect(status).toHaveText("Sem capítulos: é preciso ter pelo menos 3, e a descrição tem 2.");
  await field.fill("0:00 Abertura\n1:05 Acordes\n2:10 Batida");
  await expect(status).toHaveText("3 capítulos reconhecidos");
});

/** Signs links to the page's video as the server does, valid for a number of seconds. */
async function signerOf(page: Page): Promise<(secondsFromNow: number) => string> {
  const { pathname, searchParams } = new URL(await playerSource(page), page.url());
  const links = createLinkSigner([linkSecret()]);
  return (secondsFromNow) =>
    links.sign(pathname.replace(/^\/files\//, ""), {
      viewerId: searchParams.get("viewer") ?? "",
      expiresAt: new Date(Date.now() + secondsFromNow * 1000),
    });
}

/** Replaces the player's link by one as after a long pause. */
async function breakLink(page: Page, ended: string): Promise<void> {
  await page.locator("video").evaluate(async (player: HTMLVideoElement, src) => {
    const failed = new Promise((resolve) => player.addEventListener("error", resolve, { once: true }));
    player.src = src;
    player.playbackRate = 1.25;
    await failed;
  }, ended);
}

async function windTo(page: Page, seconds: number): Promise<void> {
  await page.locator("video").evaluate(async (player: HTMLVideoElement, to) => {
    if (player.readyState < HTMLMediaElement.HAVE_METADATA)
      await new Promise((resolve) => player.addEventListener("loadedmetadata", resolve, { once: true }));
    const arrived = new Promise((resolve) => player.addEventListener("seeked", resolve, { once: true }));
    player.playbackRate = 1.25;
    player.currentTime = to;
    await arrived;
    // The browser reports its position from time to time; here at once.
    player.dispatchEvent(new Event("timeupdate"));
  }, seconds);
}

function stateOf(page: Page) {
  return page.locator("video").evaluate((player: HTMLVideoElement) => ({
    src: player.currentSrc,
    at: player.currentTime,
    paused: player.paused,
    rate: player.playbackRate,
    volume: player.volume,
    error: player.error !== null,
    picture: player.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA,
  }));
}

/** A course of two lessons, and a browser of its buyer. */
async function openCourse(visit: (as: Person) => Promise<Page>, shop: Shop) {
  const creator = await shop.creator();
  const lessons = [await shop.publish(creator), await shop.publish(creator)];
  const course = await shop.course(creator, lessons);
  const learner = await shop.learner();
  await shop.buy(learner, course);
  return { page: await visit(learner), course, lessons };
}

test("a lesson on a phone has the next one and its list at hand, and notes keep their moment", {
  tag: "@plain",
}, async ({ visit, shop }) => {
  const { page, course, lessons } = await openCourse(visit, shop);
  await page.setViewportSize({ width: 375, height: 740 });
  const [first, second] = lessons;
  const path = `/watch/${first?.id}?course=${course.id}`;
  await open(page, path);
  await expect(page.getByText("Aula 1 de 2")).toBeVisible();
  const notes = page.getByRole("region", { name: "Minhas anotações" });
  if (runsScript()) {
    await windTo(page, 1.2);
    await page.keyboard.press("n");
    await expect(notes.getByLabel("Momento")).toHaveValue("0:01");
  } else await notes.getByLabel("Momento").first().fill("0:01");
  await notes.getByLabel("Anotação").first().fill("Dó sem pressa");
  await notes.getByRole("button", { name: "Anotar" }).click();
  await expect(notes.getByRole("listitem")).toContainText("Dó sem pressa");
  await notes.getByLabel("Editar ou excluir: 0:01").click();
  const changed = notes.getByRole("listitem");
  await changed.getByLabel("Anotação").fill("Dó, sem pressa");
  await changed.getByRole("button", { name: "Salvar" }).click();
  await expect(notes.getByRole("paragraph").filter({ hasText: "Dó, sem pressa" })).toBeVisible();
  await open(page, "/notes?q=PRESSA");
  await page.getByRole("link", { name: "0:01" }).click();
  await expect(page).toHaveURL(`${path}&t=1#player`);

  await page.getByRole("link", { name: /A seguir/ }).click();
  await expect(page).toHaveURL(`/watch/${second?.id}?course=${course.id}`);
});

test("the next lesson opens by itself at the chosen speed, but not over a note", async ({ visit, shop }) => {
  const { page, course, lessons } = await openCourse(visit, shop);
  await open(page, `/watch/${lessons[0]?.id}?course=${course.id}`);
  const note = page.getByLabel("Anotação").first();
  await note.fill("Dó");
  await play(page, { rate: 2 });
  await expect(page.getByRole("link", { name: "Próxima aula", exact: true })).toBeVisible();
  await note.fill("");
  await page.locator("h1").click();
  await page.getByRole("button", { name: "Rever" }).click();
  await expect(page.getByRole("link", { name: /Próxima aula em \d s/ })).toBeVisible();
  await expect(page).toHaveURL(`/watch/${lessons[1]?.id}?course=${course.id}`);
  await expect
    .poll(() => page.locator("video").evaluate((player: HTMLVideoElement) => player.played.length))
    .toBeGreaterThan(0);
  expect((await stateOf(page)).rate).toBe(2);
});
