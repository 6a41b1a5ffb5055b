/**
 * Runs axe on every screen, in each language, light and dark, and checks small windows. Without script, axe still
 * runs, but the product's own scripts do not.
 */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { dismissedKey } from "~/features/base/install/banner-rules";
import { answered } from "./support/console-watch";
import { open } from "./support/pages";
import type { Person, Shop } from "./support/shop";
import { expect, test } from "./support/test";

/** WCAG 2.2 A and AA, and axe's best practices. */
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

const publicPages = [
  "/",
  "/marketplace",
  "/marketplace?q=nada-com-este-nome",
  "/videos/:video",
  "/courses/:course",
  "/courses/:course/lessons/:bought",
  "/certificates/0123-4567-89AB",
  "/gifts/nada",
  "/consumer-login",
  "/consumer-login?tab=signup",
  "/creator-register",
  "/forgot-password",
  "/reset-password?token=nada",
  "/nada",
];
const portuguesePages = ["/creator-login", "/admin-login", "/admin/forgot-password"];
const learnerPages = [
  "/marketplace",
  "/watch/:video",
  "/watch/:bought",
  "/account",
  "/account/data",
  "/account/data?erase=1",
  "/videos/:video/gift",
  ":gift",
  "/courses/:course/certificate",
  "/purchases",
];
const creatorPages = [
  "/creator/dashboard",
  "/creator/videos",
  "/creator/videos/:video/edit",
  "/creator/videos/:video/delete",
  "/creator/upload",
  "/creator/upload?source=youtube",
  "/creator/payments",
  "/creator/figures",
  "/creator/videos/:video/share",
  "/creator/videos/:video/guests",
  "/creator/courses",
  "/creator/courses/:course",
];

const adminPages = [
  "/admin/dashboard",
  "/admin/creators",
  "/admin/consumers?from=2026-02-30",
  "/admin/sales",
  "/admin/payouts",
  "/admin/reconciliation",
  "/admin/audit",
  "/admin/admins",
];

interface Scene {
  creator: Person;
  learner: Person;
  video: string;
  bought: string;
  course: string;
  gift: string;
}

async function makeScene(shop: Shop): Promise<Scene> {
  const creator = await shop.creator();
  const learner = await shop.learner();
  const video = await shop.publish(creator);
  const bought = await shop.publish(creator);
  const course = await shop.course(creator, [bought, await shop.publish(creator)]);
  await shop.buy(learner, bought);
  await shop.buy(learner, course);
  const gift = await shop.give(learner, video);
  return { creator, learner, video: video.id, bought: bought.id, course: course.id, gift };
}

const fill = (path: string, scene: Scene) =>
  path.replace(
    /:(video|bought|course|gift)/g,
    (_, name: "video" | "bought" | "course" | "gift") => scene[name],
  );

const inEnglish = (path: string) => path + (path.includes("?") ? "&lng=en" : "?lng=en");

async function visitPage(page: Page, path: string, withScript: boolean): Promise<void> {
  if (withScript) return open(page, path);
  await page.goto(path);
}

async function blockScripts(page: Page): Promise<void> {
  await page.route("**/assets/*.js", (route) => route.abort());
}

async function expectAccessible(page: Page, where: string): Promise<void> {
  await expectNoViolations(new AxeBuilder({ page }).withTags(rules), where, 10);
}

async function expectNoViolations(axe: AxeBuilder, where: string, minPassed: number): Promise<void> {
  // No page has frames that axe should look into: it needs no page of its own to join the results of several.
  const { violations, passes } = await axe.setLegacyMode().analyze();
  expect(passes.length, `${where}: axe has looked`).toBeGreaterThanOrEqual(minPassed);
  const found = violations.map(({ id, impact, nodes }) => ({
    id,
    impact,
    where: nodes.map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ""}`.trim()).slice(0, 3),
  }));
  expect(found, where).toEqual([]);
}

async function expectAllAccessible(page: Page, paths: string[], withScript: boolean): Promise<void> {
  // The install banner appears after three seconds over the page: axe would compare the colours below it with its own.
  await page.addInitScript((key) => localStorage.setItem(key, "2026-01-01"), dismissedKey);
  for (const path of paths) {
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await visitPage(page, path, withScript);
    await expectAccessible(page, path);
    // Dark mode changes only colours, which do not depend on script.
    if (!withScript) continue;
    await page.emulateMedia({ colorScheme: "dark" });
    // The colours change with the next frame.
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    await expectNoViolations(new AxeBuilder({ page }).withRules("color-contrast"), `${path}, dark`, 1);
  }
}

/** Languages differ in text only, script only in what it adds: not every combination is new. */
const languagesOf = (withScript: boolean) =>
  process.env.SABIA_HARD ? (["pt", "en"] as const) : ([withScript ? "pt" : "en"] as const);

for (const withScript of [true, false]) {
  test.describe(withScript ? "with its scripts" : "as the server sends it", () => {
    test.beforeEach(({ script, browserConsole }) => {
      test.skip(!script, "axe is a script");
      browserConsole.allow(answered(404));
      if (!withScript) browserConsole.allow(/net::ERR_FAILED/);
    });

    // Scripts add to the same HTML: without them, the long tests look at more than anyone's pages.
    const asScripted = withScript || process.env.SABIA_HARD ? test : test.skip;

    for (const language of languagesOf(withScript)) {
      const localized = (path: string) => (language === "en" ? inEnglish(path) : path);

      test(`anyone's pages, ${language}`, async ({ page, shop }) => {
        test.setTimeout(240_000);
        const scene = await makeScene(shop);
        if (!withScript) await blockScripts(page);
        const paths = publicPages.map((path) => localized(fill(path, scene)));
        await expectAllAccessible(
          page,
          language === "pt" || !withScript ? [...paths, ...portuguesePages] : paths,
          withScript,
        );
      });

      asScripted(`a learner's pages, ${language}`, async ({ visit, shop }) => {
        const scene = await makeScene(shop);
        const page = await visit(scene.learner);
        if (!withScript) await blockScripts(page);
        const paths = learnerPages.map((path) => localized(fill(path, scene)));
        await expectAllAccessible(page, paths, withScript);
      });
    }

    asScripted("an administrator's pages", async ({ visit, shop }) => {
      test.setTimeout(240_000);
      await makeScene(shop);
      const page = await visit(await shop.admin());
      if (!withScript) await blockScripts(page);
      await expectAllAccessible(page, adminPages, withScript);
    });

    asScripted("a creator's pages", async ({ visit, shop }) => {
      test.setTimeout(240_000);
      const scene = await makeScene(shop);
      const page = await visit(scene.creator);
      if (!withScript) await blockScripts(page);
      await expectAllAccessible(
        page,
        creatorPages.map((path) => fill(path, scene)),
        withScript,
      );
    });
  });
}

test("forms with errors are accessible", async ({ page, script, browserConsole }) => {
  test.skip(!script, "axe is a script");
  browserConsole.allow(answered(400));
  for (const path of ["/creator-register", "/consumer-login?tab=signup", "/creator-login"]) {
    await open(page, path);
    const form = page.locator("form:has([name=password])");
    await form.evaluate((element: HTMLFormElement) => {
      element.noValidate = true;
    });
    await form.locator("button[type=submit]").click();
    await expect(page.getByRole("alert").or(page.locator("[aria-invalid=true]")).first()).toBeVisible();
    await expectAccessible(page, `${path}, refused`);
  }
});

test("axe finds planted violations", async ({ page, script }) => {
  test.skip(!script, "axe is a script");
  await open(page, "/");
  await page.evaluate(() => {
    document
      .querySelector("main")
      ?.insertAdjacentHTML("beforeend", '<img src="/favicon.svg"><button></button>');
  });
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  expect(violations.map(({ id }) => id).sort()).toEqual(["button-name", "image-alt"]);
});

test("a page at 200 % zoom loses nothing and does not scroll horizontally", async ({ page, visit, shop }) => {
  test.setTimeout(240_000);
  const scene = await makeScene(shop);
  // A window of 1280 px at 200 % has 640 CSS px, at 400 % (WCAG 1.4.10) 320; the text is as large as before.
  const learner = await visit(scene.learner);
  const creator = await visit(scene.creator);
  const visits: [Page, string][] = [
    ...["/", "/videos/:video", "/consumer-login?tab=signup", "/creator-register"].map(
      (path): [Page, string] => [page, path],
    ),
    ...learnerPages.map((path): [Page, string] => [learner, path]),
    ...creatorPages.map((path): [Page, string] => [creator, path]),
  ];
  for (const [visitor, path] of visits) {
    await visitor.setViewportSize({ width: 1280, height: 800 });
    await open(visitor, fill(path, scene));
    const whole = await namesOf(visitor);
    expect(whole.length, path).toBeGreaterThan(3);
    // The landing page's small screens have "Quero ensinar" alone, and a cover fewer in the drawing.
    const covers = await visitor
      .locator(".hero-cover a")
      .evaluateAll((all) => all.map((one) => one.ariaLabel));
    const repeated = ["Ensinar", ...covers];
    for (const width of [640, 320]) {
      await visitor.setViewportSize({ width, height: 400 });
      const sticksOut = await visitor.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(sticksOut, `${path} at ${width} px`).toBeLessThanOrEqual(0);
      const menu = visitor.locator("header summary");
      if (await menu.isVisible()) await menu.click();
      const left = await namesOf(visitor);
      expect(
        whole.filter((name) => !left.includes(name) && !(path === "/" && repeated.includes(name))),
        `${path} at ${width} px has lost`,
      ).toEqual([]);
      if (await menu.isVisible()) await menu.click();
    }
  }
});

/** Returns the names of all visible controls. */
async function namesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // What a small screen folds away is not lost.
    for (const fold of document.querySelectorAll<HTMLDetailsElement>("main details")) fold.open = true;
    const found = [
      ...document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, h1, h2"),
    ];
    const names = found
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => element.getAttribute("aria-label") ?? element.textContent ?? "")
      .map((name) => name.replace(/\s+/g, " ").trim())
      .filter((name) => name !== "");
    return [...new Set(names)];
  });
}
