/**
 * `npx tsx tests/ui/render-gallery.tsx [folder]`: pictures of every component, 375 and 1280 px wide, light and dark.
 * Prints their location.
 */
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { chromiumArguments, findChromium } from "../../dev/browser/find-chromium";
import { buildGallery, galleryOrigin, serveGallery } from "./gallery-site";

const folder = await buildGallery(process.argv[2]);
const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArguments() });
try {
  for (const width of [375, 1280]) {
    for (const colorScheme of ["light", "dark"] as const) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
      await serveGallery(context, folder);
      const page = await context.newPage();
      const shoot = (name: string, fullPage = true) =>
        page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage });

      await page.goto(`${galleryOrigin}/creator/videos`);
      await page.locator("html[data-hydrated]").waitFor();
      await page.evaluate(() => document.fonts.ready);
      await shoot("components");
      await page.locator("[aria-haspopup=dialog]").click();
      await shoot("dialog", false);
      await page.keyboard.press("Escape");
      if (width === 375) {
        await page.evaluate(() => scrollTo(0, 0));
        await page.locator("summary").click();
        await shoot("menu", false);
      }
      await page.goto(`${galleryOrigin}/sign-in`);
      await page.locator("html[data-hydrated]").waitFor();
      await shoot("sign-in");
      await context.close();
    }
  }
} finally {
  await browser.close();
}
console.log(folder);
