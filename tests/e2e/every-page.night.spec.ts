/**
 * On every page: one h1, one main, no horizontal overflow even of text at 200 %, no clamped text that Firefox would
 * balance, no violation of the Content-Security-Policy, no console messages; with script, which axe is, accessible in
 * light and dark, and no control lost at 200 % and 400 % zoom.
 */
import type { Page } from "@playwright/test";
import { dismissedKey } from "~/features/base/install/banner-rules";
import { expectAccessible, expectContrastInTheDark } from "./support/accessible";
import { answered } from "./support/console-watch";
import { open, takenOver } from "./support/pages";
import {
  adminsScreens,
  anyonesScreens,
  creatorsScreens,
  fillScene,
  learnersScreens,
  linkedPage,
  makeScene,
} from "./support/screens";
import type { Person, ShopVideo } from "./support/shop";
import { expect, test } from "./support/test";

/** The narrowest window of WCAG 2.2 (1.4.10, Reflow), a phone, a tablet, a desktop. */
const widths = [320, 375, 768, 1280];

const watched = new WeakSet<Page>();

async function expectSound(page: Page, path: string): Promise<void> {
  if (!watched.has(page)) await prepare(page);
  watched.add(page);
  await open(page, path);
  await expect(page.getByRole("heading", { level: 1 }), path).toHaveCount(1);
  await expect(page.getByRole("main"), path).toHaveCount(1);
  await expect(page, path).toHaveTitle(/Sabiá/);
  // A boundary of Suspense is hydrated after the page: React discards it if an update reaches it first (error 421).
  expect(await page.getByRole("main").innerHTML(), path).not.toContain("<!--$");
  for (const width of widths) {
    await page.setViewportSize({ width, height: 700 });
    expect(await findSticking(page), `${path} at ${width} px`).toEqual([]);
  }
  await page.setViewportSize({ width: 375, height: 700 });
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  expect(await findSticking(page), `${path} at 375 px, text at 200 %`).toEqual([]);
  const { balanced, violations } = await page.evaluate(() => ({
    balanced: [...document.querySelectorAll("body :not(track)")]
      .filter((element) => {
        const { webkitLineClamp, textWrapStyle } = getComputedStyle(element) as CSSStyleDeclaration &
          Record<"webkitLineClamp" | "textWrapStyle", string>;
        return webkitLineClamp !== "none" && textWrapStyle !== "auto";
      })
      .map((element) => element.outerHTML.slice(0, 120)),
    violations: (window as { violations?: string[] }).violations ?? [],
  }));
  expect({ balanced, violations }, path).toEqual({ balanced: [], violations: [] });
}

/** Elements that make the page wider than the window, up to three. */
function findSticking(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (getComputedStyle(element).overflowX !== "visible" || scrolls(element.parentElement));
    return [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .filter((element) => !scrolls(element.parentElement))
      .map((element) => element.outerHTML.slice(0, 120))
      .slice(-3);
  });
}

/** Keeps what the Content-Security-Policy refuses: a library that catches the error shows nothing in the console. */
async function watchPolicy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { violations: seen });
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      seen.push(`${violatedDirective} ${blockedURI}`),
    );
  });
}

async function prepare(page: Page): Promise<void> {
  await watchPolicy(page);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  // The install banner appears after three seconds over the page: axe would compare the colours below it with its own.
  await page.addInitScript((key) => localStorage.setItem(key, "2026-01-01"), dismissedKey);
}

/** As `expectSound`, and for everybody: accessible, and whole at every zoom. */
async function expectGood(page: Page, path: string): Promise<void> {
  await expectSound(page, path);
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectAccessible(page, path);
  await expectContrastInTheDark(page, path);
  await expectNothingLost(page, path);
}

/** A window of 1280 px at 200 % has 640 CSS px, at 400 % (WCAG 1.4.10) 320; the text is as large as before. */
async function expectNothingLost(page: Page, path: string): Promise<void> {
  const whole = await namesOf(page);
  expect(whole.length, path).toBeGreaterThan(3);
  // The landing page's small screens lead to the shop by its shelf alone, and have a cover fewer in the drawing.
  const covers = await page.locator(".hero-cover a").evaluateAll((all) => all.map((one) => one.ariaLabel));
  const isLanding = /^\/(\?|$)/.test(path);
  // The search for sales has their order by amount, too, which the table's head has on wide screens.
  // A wider picture is offered where it is not the page's width already.
  const elsewhere = isLanding
    ? ["Ver aulas", "See lessons", "Ensinar", "Teach", ...covers]
    : ["Valor da venda", "Teatro"];
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 400 });
    const menu = page.locator("header summary").filter({ visible: true }).first();
    if (await menu.isVisible()) await menu.click();
    const left = await namesOf(page);
    const lost = whole.filter((name) => !left.includes(name) && !elsewhere.includes(name));
    expect(lost, `${path} at ${width} px has lost`).toEqual([]);
    if (await menu.isVisible()) await menu.click();
  }
}

/** Returns the names of all visible controls, without toasts', which go by themselves. */
async function namesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // What a small screen folds away is not lost.
    for (const fold of document.querySelectorAll<HTMLDetailsElement>("main details")) fold.open = true;
    const found = [
      ...document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, h1, h2"),
    ];
    const names = found
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) && !element.closest("[data-toast]"),
      )
      .map((element) => element.getAttribute("aria-label") ?? element.textContent ?? "")
      .map((name) => name.replace(/\s+/g, " ").trim())
      .filter((name) => name !== "");
    return [...new Set(names)];
  });
}

const id = "[0-9a-f]{8}-[0-9a-f-]{27}";

/** Reviews a bought video, or replies to its newest review. */
async function review(by: Person, { id: videoId }: ShopVideo, form: Record<string, string>): Promise<void> {
  const path = `/videos/${videoId}/reviews`;
  const reviewId = /name="reviewId" value="([^"]+)"/.exec(await (await by.http.get(path)).text())?.[1] ?? "";
  const answer = await by.http.post(path, { form: { reviewId, ...form }, maxRedirects: 0 });
  expect(answer.status(), JSON.stringify(form)).toBe(303);
}

test("anyone's screens are good", async ({ page, shop, browserConsole }) => {
  test.setTimeout(240_000);
  browserConsole.allow(answered(404));
  const scene = await makeScene(shop);
  for (const path of anyonesScreens) await expectGood(page, fillScene(path, scene));
  await open(page, `/videos/${scene.video}`);
  await expectGood(page, await linkedPage(page, /\/creators\/[a-z0-9-]+/));
});

test("a learner's screens are good", async ({ visit, shop }) => {
  test.setTimeout(240_000);
  const scene = await makeScene(shop);
  const page = await visit(scene.learner);
  for (const path of learnersScreens) await expectGood(page, fillScene(path, scene));
  await open(page, "/purchases");
  const sale = await linkedPage(page, new RegExp(`/purchases/${id}(?!/gift)`));
  for (const name of ["receipt", "withdraw", "refund-key"]) await expectGood(page, `${sale}/${name}`);
});

test("an administrator's screens are good", async ({ visit, shop }) => {
  test.setTimeout(240_000);
  const scene = await makeScene(shop);
  const page = await visit(await shop.admin());
  for (const path of adminsScreens) await expectGood(page, fillScene(path, scene));
  for (const list of ["sales", "consumers", "creators"]) {
    await open(page, `/admin/${list}`);
    const one = await linkedPage(page, new RegExp(`/admin/${list}/${id}`));
    await expectGood(page, one);
    if (list !== "creators") continue;
    const account = one.split("/").at(-1);
    for (const path of [`${one}/year`, `${one}/balance`, `/admin/accounts/${account}/suspend?from=creators`])
      await expectGood(page, path);
  }
});

test("a creator's screens are good", async ({ visit, shop }) => {
  test.setTimeout(240_000);
  const beginner = await visit(await shop.creator());
  for (const path of ["/creator/dashboard", "/creator/videos"]) await expectGood(beginner, path);
  const scene = await makeScene(shop);
  const page = await visit(scene.creator);
  for (const path of creatorsScreens) await expectGood(page, fillScene(path, scene));
});

// React renders again where the server's HTML differs, and reports it in the console.
test("the pages of a reviewed video cause no error for anyone signed in", async ({ visit, shop }) => {
  const creator = await shop.creator();
  const video = await shop.publish(creator);
  const [author, buyer] = [await shop.learner(), await shop.learner()];
  for (const learner of [author, buyer]) await shop.buy(learner, video);
  await review(author, video, { intent: "save", rating: "5", text: "Comecei do zero e já toco." });
  await review(creator, video, { intent: "reply", text: "Que alegria!" });
  const learner = await shop.learner();
  for (const person of [author, buyer, learner, creator, await shop.creator(), await shop.admin()]) {
    const page = await visit(person);
    await expectSound(page, `/videos/${video.id}`);
    await expect(page.getByRole("paragraph").getByText("Que alegria!")).toBeVisible();
    const creatorPage = await linkedPage(page, /\/creators\/[a-z0-9-]+/);
    for (const path of [
      `/videos/${video.id}?lng=en`,
      `/videos/${video.id}/reviews`,
      `/watch/${video.id}`,
      creatorPage,
      "/",
      "/marketplace",
      "/help",
    ]) {
      await expectSound(page, path);
    }
    await page.context().close();
  }
});

test("pages work in a browser that blocks storage", async ({ page, shop, browserConsole }) => {
  const errors: Error[] = [];
  page.on("pageerror", (error) => errors.push(error));
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      });
  });
  const scene = await makeScene(shop);
  browserConsole.allow(answered(404));
  for (const path of anyonesScreens) {
    await open(page, fillScene(path, scene));
    await page.reload();
  }
  expect(errors).toEqual([]);
});

// An update that reaches a form whose script is still loading makes React discard the server's form, and what was typed
// in it.
test("the forms of reviews survive an update of the page while their scripts load", async ({
  visit,
  shop,
}) => {
  const video = await shop.publish(await shop.creator());
  const [author, buyer] = [await shop.learner(), await shop.learner()];
  for (const learner of [author, buyer]) await shop.buy(learner, video);
  await review(author, video, { intent: "save", rating: "5", text: "Comecei do zero e já toco." });
  const page = await visit(buyer);
  await page.route(/assets\/review-(forms|editor)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  const loaded = page.waitForResponse(/assets\/review-(forms|editor)/);
  await page.goto(`/videos/${video.id}`);
  await page.getByLabel("Conte como foi (opcional)").fill("Gostei.");
  const timer = setInterval(
    () => page.evaluate(() => window.dispatchEvent(new Event("focus"))).catch(() => {}),
    200,
  );
  await loaded;
  clearInterval(timer);
  await takenOver(page);
  await expect(page.getByLabel("Conte como foi (opcional)")).toHaveValue("Gostei.");
});

const inEnglish = (path: string) =>
  path.includes("lng=") ? path : path + (path.includes("?") ? "&lng=en" : "?lng=en");

// Languages differ in texts alone, and script adds to the same HTML.
test("every screen in English is accessible without the product's scripts", async ({
  visit,
  shop,
  browserConsole,
}) => {
  test.setTimeout(600_000);
  for (const message of [answered(404), /net::ERR_FAILED/]) browserConsole.allow(message);
  const scene = await makeScene(shop);
  const people = [
    [undefined, anyonesScreens],
    [scene.learner, learnersScreens],
    [scene.creator, creatorsScreens],
    [await shop.admin(), adminsScreens],
  ] as const;
  for (const [person, paths] of people) {
    const page = await visit(person);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await page.route("**/assets/*.js", (route) => route.abort());
    for (const path of paths.map((each) => inEnglish(fillScene(each, scene)))) {
      await page.goto(path);
      await expectAccessible(page, path);
    }
    await page.context().close();
  }
});
