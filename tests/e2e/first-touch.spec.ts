import { takenOver } from "./support/pages";
import { expect, test } from "./support/test";

test("a page for everyone loads its modules and the rest of its styles at the first touch", async ({
  page,
}) => {
  const modules: string[] = [];
  page.on("request", (request) => {
    if (/\/assets\/.*\.js$/.test(request.url())) modules.push(request.url());
  });
  const late = page.locator("#late-styles");
  // Time stands still: nothing starts by itself.
  await page.clock.install();
  await page.goto("/marketplace", { waitUntil: "networkidle" });
  expect(modules).toEqual([]);
  await expect(late).toHaveAttribute("media", "print");
  await page.mouse.move(10, 10);
  await expect.poll(() => modules.length).toBeGreaterThan(5);
  await expect(late).toHaveAttribute("media", "all");
});

test("a page that nobody touches loads its modules for the install banner", async ({ page }) => {
  await page.goto("/marketplace");
  await expect(page.getByRole("complementary", { name: "Instalar o app" })).toBeVisible();
});

test("an offer to install that comes before the modules is the one that the banner's button takes", async ({
  page,
}) => {
  await page.goto("/marketplace");
  await page.evaluate(() => {
    const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
      prompt: async () => document.documentElement.setAttribute("data-prompted", ""),
      userChoice: Promise.resolve({ outcome: "accepted" }),
    });
    window.dispatchEvent(offer);
  });
  await takenOver(page);
  const banner = page.getByRole("complementary", { name: "Instalar o app" });
  await banner.getByRole("button", { name: "Instalar" }).click();
  await expect(page.locator("html[data-prompted]")).toHaveCount(1);
  await expect(banner).toHaveCount(0);
});
