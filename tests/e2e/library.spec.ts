import { open } from "./support/pages";
import { expect, test } from "./support/test";

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
