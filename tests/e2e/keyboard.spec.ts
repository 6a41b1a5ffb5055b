/** From the login to a video by keyboard alone. */
import type { Locator, Page } from "@playwright/test";
import { open, takenOver } from "./support/pages";
import { expect, test } from "./support/test";

/** Presses Tab until the target has the focus; every focused element must show it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return undefined;
      const isOutlined = (drawn: Element, part?: string) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(drawn, part);
        return outlineStyle !== "none" && outlineWidth !== "0px";
      };
      // The focus of a radio, or of a field with its name inside, is drawn around its label.
      const label = element.closest("label");
      // The focus of a card's link is drawn around the card.
      const lifted = element.matches(".card-link") ? element.closest(".card-lift") : null;
      return {
        name: element.outerHTML.slice(0, 120),
        seen:
          isOutlined(element) ||
          (label !== null && isOutlined(label)) ||
          (lifted !== null && isOutlined(lifted, "::before")),
      };
    });
    if (stop) expect(stop.seen, `the focus can be seen on ${stop.name}`).toBe(true);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error("Tab does not get there");
}

test("what somebody types while the scripts of a page start stays, and the scripts run", {
  tag: "@night",
}, async ({ page }) => {
  // As slow as a phone: React takes the page over between two keys.
  const phone = await page.context().newCDPSession(page);
  await phone.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.goto("/creator-login", { waitUntil: "commit" });
  const email = page.getByLabel("E-mail", { exact: true });
  await email.focus();
  const typed = "a".repeat(150);
  for (const key of typed) await page.keyboard.press(key);
  await takenOver(page);
  await expect(email).toHaveValue(typed);
});

test("a person with a keyboard alone logs in, searches and opens a video", { tag: "@night" }, async ({
  page,
  shop,
}) => {
  const learner = await shop.learner();
  const video = await shop.publish(await shop.creator());
  await open(page, "/consumer-login");

  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Ir para o conteúdo" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();

  await tabTo(page, page.getByLabel("E-mail"));
  await page.keyboard.type(learner.email);
  await tabTo(page, page.getByLabel("Senha", { exact: true }));
  await page.keyboard.type(learner.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/marketplace");

  await tabTo(page, page.locator("input[type=search][name=q]"));
  await page.keyboard.type(video.title);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/marketplace\?q=/);
  await expect(page.getByRole("article")).toHaveCount(1);

  await tabTo(page, page.getByRole("link", { name: video.title }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/videos/[a-z0-9-]+-${video.id.slice(0, 8)}$`));
  await tabTo(page, page.getByRole("button", { name: "Comprar" }));
  const [tab] = await Promise.all([page.context().waitForEvent("page"), page.keyboard.press("Enter")]);
  await expect(tab.getByRole("heading", { name: video.title })).toBeVisible();
});
