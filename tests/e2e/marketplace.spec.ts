import { randomBytes } from "node:crypto";
import type { Locator, Page, Route } from "@playwright/test";
import { card, holdRequests, open, takenOver } from "./support/pages";
import type { Shop, ShopVideo } from "./support/shop";
import { expect, test } from "./support/test";

/** A word in no other test's titles. */
const newWord = () => `k${randomBytes(4).toString("hex")}`;

async function publishMany(shop: Shop, word: string, count: number): Promise<ShopVideo[]> {
  const creator = await shop.creator();
  if (count > 10) await shop.confirmEmail(creator);
  const videos: ShopVideo[] = [];
  for (let n = 0; n < count; n++) {
    const youtubeUrl = "https://youtu.be/dQw4w9WgXcQ";
    videos.unshift(await shop.publish(creator, { title: `${word} aula ${n}`, youtubeUrl }));
  }
  return videos;
}

const titlesOn = (page: Page) => page.getByRole("article").getByRole("heading").allTextContents();

/** Delays the responses of a search. */
async function holdSearch(page: Page, text: string) {
  const held: Route[] = [];
  let holding = true;
  await page.route(
    (url) => url.pathname === "/marketplace.data" && url.searchParams.get("q") === text,
    (route) => (holding ? void held.push(route) : route.continue()),
  );
  return {
    asked: () => held.length > 0,
    release: async () => {
      holding = false;
      for (const route of held.splice(0)) await route.continue().catch(() => {}); // cancelled by the page
    },
  };
}

test("more videos are appended with script, and are the next page without", {
  tag: ["@plain", "@night"],
}, async ({ page, shop, script }) => {
  const word = newWord();
  const titles = (await publishMany(shop, word, 50)).map(({ title }) => title);
  const address = `/marketplace?q=${word}`;
  await open(page, address);
  expect(await titlesOn(page)).toEqual(titles.slice(0, 24));
  const link = page.getByRole("link", { name: "Ver mais vídeos" });
  const list = page.getByRole("article");
  if (!script) {
    const seen = await titlesOn(page);
    for (const count of [24, 2]) {
      await link.click();
      await expect(page).toHaveURL(/after=/);
      await expect(list).toHaveCount(count);
      seen.push(...(await titlesOn(page)));
    }
    expect(seen).toEqual(titles);
    await expect(link).toHaveCount(0);
    return;
  }
  for (const [at, count] of [
    [24, 48],
    [48, 50],
  ] as const) {
    const before = await page.evaluate(() => scrollY);
    await link.press("Enter");
    await expect(list).toHaveCount(count);
    const next = card(page, titles[at] ?? "");
    await expect(next.getByRole("heading").getByRole("link")).toBeFocused();
    await expect(page.getByRole("status").filter({ hasText: `${count} vídeos para` })).toHaveCount(1);
    // Clicking scrolls the link into view; the new videos must not scroll further.
    expect(await page.evaluate(() => scrollY)).toBeGreaterThanOrEqual(before);
    await expect(next).toBeInViewport();
  }
  await expect(link).toHaveCount(0);
  expect(await titlesOn(page)).toEqual(titles);
  await expect(page).toHaveURL(address);
});

test("Back restores the list and its scroll position", { tag: "@night" }, async ({ page, shop }) => {
  const word = newWord();
  const videos = await publishMany(shop, word, 26);
  await open(page, `/marketplace?q=${word}`);
  await page.getByRole("link", { name: "Ver mais vídeos" }).click();
  const last = videos[25] as ShopVideo;
  await card(page, last.title).getByRole("link", { name: last.title, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/videos/[a-z0-9-]+-${last.id.slice(0, 8)}$`));
  await page.goBack();
  await expect(page.getByRole("article")).toHaveCount(26);
  await expect(card(page, last.title)).toBeInViewport();
});

test("a search while typing sends few requests, adds one history entry and loses no key", async ({
  page,
  shop,
}) => {
  const word = newWord();
  const [video] = (await publishMany(shop, word, 1)) as [ShopVideo];
  await open(page, "/marketplace?lng=en");
  const entries = await page.evaluate(() => history.length);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/marketplace.data")) asked.push(request.url());
  });
  const field = page.locator("input[type=search][name=q]");
  await field.click();
  await page.keyboard.type(video.title, { delay: 20 });
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page).toHaveURL(`/marketplace?${new URLSearchParams({ q: video.title, lng: "en" })}`);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(video.title);
  expect(asked.length).toBeLessThan(video.title.length / 2);
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await field.press("ControlOrMeta+a");
  await field.press("Delete");
  await expect(page).toHaveURL("/marketplace?lng=en");
});

test("a late response changes neither the box nor newer results", async ({ page, shop }) => {
  const word = newWord();
  const videos = await publishMany(shop, word, 2);
  await open(page, "/marketplace");
  const slow = await holdSearch(page, `${word} aula`);
  const field = page.locator("input[type=search][name=q]");
  await field.fill(`${word} aula`);
  await expect.poll(slow.asked).toBe(true);
  await field.press("End");
  await page.keyboard.type(" 1 ");
  await expect(page.getByRole("article")).toHaveCount(1);
  await slow.release();
  await page.waitForLoadState("networkidle");
  await expect(field).toHaveValue(`${word} aula 1 `);
  await expect(card(page, videos[0]?.title ?? "")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page).toHaveURL(`/marketplace?q=${word}+aula+1`);
});

test("a slow search shows four announced placeholders", { tag: "@night" }, async ({ page, shop }) => {
  const word = newWord();
  await publishMany(shop, word, 1);
  await open(page, "/marketplace");
  const slow = await holdSearch(page, word);
  await page.locator("input[type=search][name=q]").fill(word);
  const main = page.getByRole("main");
  await expect(main.getByRole("status")).toHaveText("Carregando…");
  await expect(main.locator("li[aria-hidden=true]")).toHaveCount(4);
  await expect(main.getByRole("article")).toHaveCount(0);
  await slow.release();
  await expect(main.getByRole("article")).toHaveCount(1);
  await expect(main.locator("li[aria-hidden=true]")).toHaveCount(0);
  await expect(main.getByRole("status")).toHaveText(`1 vídeo para “${word}”`);
});

test("a link pressed right after typing is followed", async ({ page, shop }) => {
  const word = newWord();
  const [video] = (await publishMany(shop, word, 1)) as [ShopVideo];
  await open(page, `/marketplace?q=${word}`);
  await page.locator("input[type=search][name=q]").press("End");
  await page.keyboard.type(" aula");
  await card(page, video.title).getByRole("link", { name: video.title, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/videos/[a-z0-9-]+-${video.id.slice(0, 8)}$`));
  await page.waitForLoadState("networkidle");
  await expect(page).toHaveURL(new RegExp(`/videos/[a-z0-9-]+-${video.id.slice(0, 8)}$`));
});

test("text typed before hydration is searched", async ({ page, shop }) => {
  const word = newWord();
  const [video] = (await publishMany(shop, word, 1)) as [ShopVideo];
  const scriptArrives = await holdRequests(page, "**/assets/*.js");
  await page.goto("/marketplace", { waitUntil: "commit" });
  await page.locator("input[type=search][name=q]").fill(word);
  scriptArrives();
  await takenOver(page);
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(card(page, video.title)).toBeVisible();
  await expect(page.locator("input[type=search][name=q]")).toHaveValue(word);
});

for (const [width, height] of [
  [1280, 800],
  [375, 667],
] as const) {
  test(`the list begins above the fold at ${width} × ${height}`, async ({ page, shop }) => {
    await publishMany(shop, newWord(), 5);
    await page.setViewportSize({ width, height });
    await open(page, "/marketplace");
    const bottomOf = async (locator: Locator) => {
      const box = await locator.boundingBox();
      return box ? box.y + box.height : Number.POSITIVE_INFINITY;
    };
    expect(await bottomOf(page.getByRole("heading", { level: 1, name: "Todos os vídeos" }))).toBeLessThan(
      height,
    );
    const first = page.getByRole("article").first();
    // On a wide screen the whole first row, on a phone the picture and the title of the first card.
    const seen = width === 1280 ? first.locator("a, button").last() : first.getByRole("heading");
    expect(await bottomOf(seen)).toBeLessThan(height);
  });
}
