// biome-ignore-all lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
/** The tests' own `test`: pages without console messages, further visitors, and people and videos created over HTTP. */
import { test as base, expect, type Page } from "@playwright/test";
import { type ConsoleWatch, createConsoleWatch } from "./console-watch";
import { runsScript } from "./pages";
import { fromOwnAddress } from "./people";
import { createShop, type Person, type Shop } from "./shop";
import { appUrl } from "./world";

interface Fixtures {
  /** Whether the visitor's browser runs scripts. */
  script: boolean;
  browserConsole: ConsoleWatch;
  /** Another browser, signed in as a person or not. */
  visit: (as?: Person) => Promise<Page>;
  shop: Shop;
}

export { expect };

export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(appUrl()),

  script: async ({}, use) => use(runsScript()),

  browserConsole: async ({}, use) => {
    const watch = createConsoleWatch();
    await use(watch);
    expect(watch.complaints(), "what the browser complained about").toEqual([]);
  },

  extraHTTPHeaders: async ({}, use) => use(fromOwnAddress()),

  context: async ({ context, browserConsole }, use) => {
    browserConsole.follow(context);
    await use(context);
  },

  visit: async ({ browser, browserConsole }, use) => {
    const contexts: Awaited<ReturnType<typeof browser.newContext>>[] = [];
    await use(async (as) => {
      const context = await browser.newContext({
        storageState: as?.state,
        extraHTTPHeaders: fromOwnAddress(),
      });
      contexts.push(context);
      browserConsole.follow(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },

  shop: async ({ playwright }, use) => {
    const shop = createShop(playwright);
    await use(shop);
    await shop.close();
  },
});
