/**
 * Accessibility beyond `every-page`: refused forms, a planted violation; in the long run every screen in English, and
 * as the server sends it.
 */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { axeRules, expectAccessible, expectContrastInTheDark } from "./support/accessible";
import { answered } from "./support/console-watch";
import { open } from "./support/pages";
import {
  adminsScreens,
  anyonesScreens,
  creatorsScreens,
  fillScene,
  learnersScreens,
  makeScene,
} from "./support/screens";
import { expect, test } from "./support/test";

test.beforeEach(({ script }) => test.skip(!script, "axe is a script"));

const inEnglish = (path: string) =>
  path.includes("lng=") ? path : path + (path.includes("?") ? "&lng=en" : "?lng=en");

async function expectAllInEnglish(page: Page, paths: readonly string[], withScript: boolean): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  if (!withScript) await page.route("**/assets/*.js", (route) => route.abort());
  for (const path of paths.map(inEnglish)) {
    if (withScript) await open(page, path);
    else await page.goto(path);
    await expectAccessible(page, path);
    if (withScript) await expectContrastInTheDark(page, path);
  }
}

// Languages differ in texts alone, and script adds to the same HTML.
for (const withScript of [true, false]) {
  test(`every screen in English is accessible, ${withScript ? "with" : "without"} the product's scripts`, async ({
    visit,
    shop,
    browserConsole,
  }) => {
    test.skip(!process.env.SABIA_HARD, "in the long run");
    test.setTimeout(600_000);
    browserConsole.allow(answered(404));
    if (!withScript) browserConsole.allow(/net::ERR_FAILED/);
    const scene = await makeScene(shop);
    const people = [
      [undefined, anyonesScreens],
      [scene.learner, learnersScreens],
      [scene.creator, creatorsScreens],
      [await shop.admin(), adminsScreens],
    ] as const;
    for (const [person, paths] of people) {
      const page = await visit(person);
      await expectAllInEnglish(
        page,
        paths.map((path) => fillScene(path, scene)),
        withScript,
      );
      await page.context().close();
    }
  });
}

test("forms with errors are accessible", async ({ page, browserConsole }) => {
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

test("axe finds planted violations", async ({ page }) => {
  await open(page, "/");
  await page.evaluate(() => {
    document
      .querySelector("main")
      ?.insertAdjacentHTML("beforeend", '<img src="/favicon.svg"><button></button>');
  });
  const { violations } = await new AxeBuilder({ page }).withTags(axeRules).analyze();
  expect(violations.map(({ id }) => id).sort()).toEqual(["button-name", "image-alt"]);
});
