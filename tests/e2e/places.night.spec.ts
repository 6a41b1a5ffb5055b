import { open } from "./support/pages";
import { expect, test } from "./support/test";

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
