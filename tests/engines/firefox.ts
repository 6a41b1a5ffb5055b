import { type Browser, type ElementHandle, launch, type Page } from "puppeteer-core";
import { type EngineWindow, maxPictureHeight } from "./engine";

/** Starts Firefox without a window, driven by WebDriver BiDi. */
export async function openFirefox(executablePath: string): Promise<EngineWindow> {
  const browser: Browser = await launch({
    browser: "firefox",
    protocol: "webDriverBiDi",
    executablePath,
    headless: true,
    extraPrefsFirefox: { "intl.accept_languages": "pt-BR, pt", "intl.locale.requested": "pt-BR" },
  });
  let context = await browser.createBrowserContext();
  let page: Page = await context.newPage();
  await page.setViewport({ width: 1280, height: 800 });
  const find = async (xpath: string): Promise<ElementHandle<Element>> => {
    const found = await page.waitForSelector(`::-p-xpath(${xpath})`, { timeout: 30_000 });
    if (!found) throw new Error(`${page.url()} has no ${xpath}`);
    return found as ElementHandle<Element>;
  };
  return {
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    url: async () => page.url(),
    run: (script, ...words) => page.evaluate(script as (...words: unknown[]) => never, ...words),
    press: async (xpath) => (await find(xpath)).click(),
    fill: async (xpath, text) => {
      const field = (await find(xpath)) as ElementHandle<HTMLInputElement>;
      const isFile = await field.evaluate((element) => element.type === "file");
      if (isFile) return field.uploadFile(text);
      await field.evaluate((element) => element.select());
      await field.type(text);
    },
    goToNewTab: async () => {
      const deadline = Date.now() + 30_000;
      while ((await context.pages()).length < 2 && Date.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 100));
      const newest = (await context.pages()).at(-1);
      if (newest) page = newest;
    },
    picture: async (path, width) => {
      await page.setViewport({ width, height: 800 });
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewport({ width, height: Math.min(Math.max(height, 700), maxPictureHeight) });
      await page.screenshot({ path: path as `${string}.png` });
      await page.setViewport({ width: 1280, height: 800 });
    },
    forget: async () => {
      await context.close();
      context = await browser.createBrowserContext();
      page = await context.newPage();
      await page.setViewport({ width: 1280, height: 800 });
    },
    close: () => browser.close(),
  };
}
