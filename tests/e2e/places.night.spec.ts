/** One account in several places, and the mark over the picture. */
import { answered } from "./support/console-watch";
import { open, takenOver } from "./support/pages";
import type { Person } from "./support/shop";
import { expect, test } from "./support/test";
import { appUrl } from "./support/world";

test("a fourth place that plays with an account sees the other three, and stops them", async ({
  visit,
  shop,
  browserConsole,
}) => {
  browserConsole.allow(answered(409));
  const video = await shop.publish(await shop.creator());
  const learner = await shop.learner();
  await shop.buy(learner, video);
  const signIn = async ({ email, password }: Person) => {
    const page = await visit();
    const form = { intent: "login", email, password };
    const headers = { Origin: appUrl() };
    const answer = await page.request.post("/consumer-login", { form, headers, maxRedirects: 0 });
    expect(answer.status()).toBe(303);
    return page;
  };
  const pages = [];
  for (let at = 0; at < 3; at++) {
    const page = await signIn(learner);
    await open(page, `/watch/${video.id}`);
    await expect(page.locator("video")).toBeVisible();
    pages.push(page);
  }
  const [first] = pages;
  if (!first) throw new Error("nobody watches");

  const fourth = await signIn(learner);
  await open(fourth, `/watch/${video.id}`);
  await expect(fourth).toHaveURL(`/watch/${video.id}/places`);
  await expect(fourth.getByRole("heading", { name: "Sua conta já está em uso em 3 lugares" })).toBeVisible();
  await expect(fourth.getByRole("main").getByRole("listitem")).toHaveCount(3);
  await fourth.getByRole("button", { name: "Parar nos outros e assistir aqui" }).click();
  await expect(fourth).toHaveURL(`/watch/${video.id}`);
  await expect(fourth.locator("video")).toBeVisible();

  await test.step("a stopped place says so", async () => {
    await takenOver(first);
    await first.locator("video").evaluate(async (player: HTMLVideoElement) => {
      player.muted = true;
      await player.play();
      player.pause();
    });
    await expect(first).toHaveURL(/\/places$/);
  });
});

test("a creator's mark names the buyer over the picture, and moves where script runs", async ({
  visit,
  shop,
}) => {
  const creator = await shop.creator();
  const editor = await visit(creator);
  await open(editor, "/creator/profile");
  await editor.getByRole("checkbox", { name: /marca/i }).check();
  await editor.getByRole("button", { name: "Salvar" }).first().click();
  await expect(editor.getByRole("checkbox", { name: /marca/i })).toBeChecked();
  const video = await shop.publish(creator);
  const learner = await shop.learner();
  await shop.buy(learner, video);
  const page = await visit(learner);
  await page.clock.install();
  await open(page, `/watch/${video.id}`);
  const mark = page.locator("[data-mark]");
  await expect(mark).toHaveText(/^.….@.….* · SB-[0-9A-Z-]+$/);
  const before = await mark.boundingBox();
  await page.clock.fastForward(21_000);
  await expect.poll(() => mark.boundingBox()).not.toEqual(before);
});
