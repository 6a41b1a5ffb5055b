/** A learner's library and progress, with and without script. */
import type { Locator, Page } from "@playwright/test";
import { open } from "./support/pages";
import type { Person, ShopVideo } from "./support/shop";
import { expect, test } from "./support/test";

const part = (page: Page, name: string): Locator => page.getByRole("region", { name });

/** Reports as another device would: the first `seconds` of the video were watched. */
async function watch(by: Person, video: ShopVideo, seconds: number): Promise<void> {
  const form = { seconds: String(seconds), watched: String(seconds) };
  const answer = await by.http.post(`/watch/${video.id}/position`, { form });
  expect(answer.status()).toBe(204);
}

test("purchases move from ready to begun to completed, and the search finds them", async ({
  visit,
  shop,
}) => {
  const creator = await shop.creator();
  const learner = await shop.learner();
  const begun = await shop.publish(creator);
  const ready = await shop.publish(creator);
  for (const video of [begun, ready]) await shop.buy(learner, video);
  await watch(learner, begun, 1);
  const page = await visit(learner);
  await open(page, "/purchases");
  await expect(page.getByText("2 compras, 1 em andamento")).toBeVisible();
  const going = part(page, "Continue assistindo");
  await expect(going.getByRole("link", { name: `Continuar: ${begun.title}` })).toBeVisible();
  await expect(going.getByRole("link", { name: `Desistir da compra: ${begun.title}` })).toBeVisible();
  await expect(
    part(page, "Para começar").getByRole("link", { name: `Assistir: ${ready.title}` }),
  ).toBeVisible();

  await test.step("the learner marks a video as completed on its page", async () => {
    await going.getByRole("link", { name: `Continuar: ${begun.title}` }).click();
    await page.getByRole("button", { name: "Marcar como concluído" }).click();
    await expect(page.getByRole("button", { name: "Marcar como não concluído" })).toBeVisible();
    await expect(page).toHaveURL(`/watch/${begun.id}`);
    await open(page, "/purchases");
    const done = part(page, "Concluídas");
    await expect(done.getByText(/^Concluído em/)).toBeVisible();
    await expect(done.getByRole("link", { name: `Rever: ${begun.title}` })).toBeVisible();
  });

  await test.step("the search finds a video by its title only", async () => {
    const box = page.getByRole("searchbox", { name: "Buscar nas suas compras" });
    await box.fill(ready.title);
    await box.press("Enter");
    await expect(page).toHaveURL(/\/purchases\?q=/);
    await expect(page.getByRole("link", { name: `Assistir: ${ready.title}` })).toBeVisible();
    await box.fill("nada com este nome");
    await box.press("Enter");
    await expect(page.getByText("Nada nas suas compras tem “nada com este nome”.")).toBeVisible();
  });

  await test.step("the part of completed videos lists only those", async () => {
    await page
      .getByRole("navigation", { name: "Partes da biblioteca" })
      .getByRole("link", { name: /^Tudo/ })
      .click();
    await open(page, "/purchases?show=done");
    await expect(page.getByRole("link", { name: `Rever: ${begun.title}` })).toBeVisible();
    await expect(page.getByRole("link", { name: `Assistir: ${ready.title}` })).toHaveCount(0);
  });
});

test("a player that plays to its end completes the video; one that skips to it does not", async ({
  visit,
  shop,
}) => {
  const creator = await shop.creator();
  const video = await shop.publish(creator);
  const page = await visit(creator);
  const playFrom = async (share: number) => {
    await open(page, `/watch/${video.id}?t=0`);
    await page.locator("video").evaluate(async (player: HTMLVideoElement, from) => {
      player.muted = true;
      const over = new Promise((resolve) => player.addEventListener("ended", resolve, { once: true }));
      await player.play();
      if (from > 0) player.currentTime = player.duration * from;
      await over;
    }, share);
  };
  await playFrom(0.9);
  await expect(page.getByRole("region", { name: "Seu progresso" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Marcar como concluído" }).first()).toBeVisible();
  await playFrom(0);
  await expect(page.getByRole("button", { name: "Marcar como não concluído" })).toBeVisible();
  await expect
    .poll(async () => (await creator.http.get(`/watch/${video.id}`)).text())
    .toContain("Marcar como não concluído");
});

test("the receiver of a gift accepts it by its link, and then it is theirs", async ({ visit, shop }) => {
  const video = await shop.publish(await shop.creator());
  const giver = await shop.learner();
  const given = await (await giver.http.get(await shop.give(giver, video))).text();
  const [link = ""] = /\/gifts\/gift_[\w-]+/.exec(given) ?? [];
  const page = await visit(await shop.learner());
  await open(page, link);
  await page.getByRole("button", { name: "Aceitar" }).click();
  await expect(page).toHaveURL(`/watch/${video.id}`);
  await expect(page.getByRole("heading", { level: 1, name: video.title })).toBeVisible();
  await open(page, link);
  await expect(page.getByRole("button", { name: "Aceitar" })).toHaveCount(0);
});
