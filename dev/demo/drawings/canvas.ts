/** Turns drawings into pictures, with Chromium: it knows the product's own fonts. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, chromium } from "@playwright/test";
import { chromiumArguments, findChromium } from "../../browser/find-chromium";

const resolve = createRequire(import.meta.url).resolve;

export type Canvas = {
  /** PNG of SVG elements drawn on 1280 × 720 units. */
  png(elements: string): Promise<Buffer>;
  close(): Promise<void>;
};

/** @param width of the pictures in pixels; their height is 9/16 of it */
export async function openCanvas(width: number): Promise<Canvas> {
  const browser: Browser = await chromium.launch({
    executablePath: await findChromium(),
    args: chromiumArguments(),
  });
  const page = await browser.newPage({ viewport: { width, height: (width * 9) / 16 } });
  await page.setContent(`<style>${fontFace()}
*{margin:0}svg#canvas{display:block;width:100vw;height:100vh}
.display{font-family:Display;font-weight:800}.mono{font-family:"Liberation Mono","DejaVu Sans Mono",monospace;font-weight:700}</style>
<p class="display">á</p><svg id="canvas" viewBox="0 0 1280 720" xmlns="http://www.w3.org/2000/svg"></svg>`);
  await page.evaluate(async () => {
    await document.fonts.ready;
    document.querySelector("p")?.remove();
  });
  return {
    png: async (elements) => {
      await page.locator("#canvas").evaluate((canvas, content) => {
        canvas.innerHTML = content;
      }, elements);
      return await page.screenshot({ type: "png" });
    },
    close: () => browser.close(),
  };
}

function fontFace(): string {
  const file = resolve("@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-800-normal.woff2");
  const data = readFileSync(file).toString("base64");
  return `@font-face{font-family:Display;font-weight:800;src:url(data:font/woff2;base64,${data}) format("woff2")}`;
}
