/**
 * On every page: one h1, one main, no horizontal overflow even of text at 200 %, no clamped text that Firefox would
 * balance, no violation of the Content-Security-Policy, no console messages.
 */
import type { Page } from "@playwright/test";
import { answered } from "./support/console-watch";
import { open, runsScript, takenOver } from "./support/pages";
import type { Person, ShopVideo } from "./support/shop";
import { expect, test } from "./support/test";

/**
 * The narrowest window of WCAG 2.2 (1.4.10, Reflow), a phone, a tablet, a desktop. The styles are the same without
 * script.
 */
const widths = () => (runsScript() ? [320, 375, 768, 1280] : [375]);

const watched = new WeakSet<Page>();

async function expectSound(page: Page, path: string): Promise<void> {
  if (!watched.has(page)) await watchPolicy(page);
  watched.add(page);
  await open(page, path);
  await expect(page.getByRole("heading", { level: 1 }), path).toHaveCount(1);
  await expect(page.getByRole("main"), path).toHaveCount(1);
  await expect(page, path).toHaveTitle(/Sabiá/);
  // A boundary of Suspense is hydrated after the page: React discards it if an update reaches it first (error 421).
  expect(await page.getByRole("main").innerHTML(), path).not.toContain("<!--$");
  for (const width of widths()) {
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

/** The address of a page that the current one links to, by its shape. */
async function linkedPage(page: Page, shape: RegExp): Promise<string> {
  const found = shape.exec(await page.content());
  if (!found) throw new Error(`${page.url()} links to no ${shape}`);
  return found[0];
}

const id = "[0-9a-f]{8}-[0-9a-f-]{27}";

/** Reviews a bought video, or replies to its newest review. */
async function review(by: Person, { id: videoId }: ShopVideo, form: Record<string, string>): Promise<void> {
  const path = `/videos/${videoId}/reviews`;
  const reviewId = /name="reviewId" value="([^"]+)"/.exec(await (await by.http.get(path)).text())?.[1] ?? "";
  const answer = await by.http.post(path, { form: { reviewId, ...form }, maxRedirects: 0 });
  expect(answer.status(), JSON.stringify(form)).toBe(303);
}

test("anyone's screens cause no error and no overflow", async ({ page, shop, browserConsole }) => {
  browserConsole.allow(answered(404));
  const video = await shop.publish(await shop.creator(), {
    title: "Umapalavramuitocompridaquenãosequebrasozinha",
  });
  for (const path of [
    "/",
    "/?lng=en",
    "/marketplace",
    "/marketplace?q=umapalavra",
    `/videos/${video.id}`,
    `/videos/${video.id}/reviews?sort=best`,
    "/saved",
    "/terms",
    "/privacy?lng=en",
    "/help",
    "/consumer-login",
    "/consumer-login?tab=signup",
    "/creator-login",
    "/creator-register",
    "/admin-login",
    "/forgot-password",
    "/admin/forgot-password",
    "/reset-password?token=nada",
    "/confirm-email?token=nada",
    "/second-factor-help?token=nada",
    "/undo-change?token=nada",
    "/undo-change?done=1",
    "/unsubscribe",
    "/nada",
  ]) {
    await expectSound(page, path);
  }
  await open(page, `/videos/${video.id}`);
  await expectSound(page, await linkedPage(page, /\/creators\/[a-z0-9-]+/));
});

test("a learner's screens cause no error and no overflow", async ({ visit, shop }) => {
  const video = await shop.publish(await shop.creator());
  const learner = await shop.learner();
  const page = await visit(learner);
  await expectSound(page, "/marketplace");
  await expectSound(page, `/watch/${video.id}`);
  await shop.buy(learner, video);
  await expectSound(page, `/watch/${video.id}`);
  await expectSound(page, "/saved");
  await expectSound(page, "/account");
  await expectSound(page, "/account/data");
  await expectSound(page, "/account/data?erase=1");
  for (const name of ["profile", "mails", "proof", "second-factor", "passkeys"])
    await expectSound(page, `/account/${name}`);
  await expectSound(page, "/purchases");
  const sale = await linkedPage(page, new RegExp(`/purchases/${id}`));
  for (const name of ["receipt", "withdraw", "refund-key"]) await expectSound(page, `${sale}/${name}`);
});

test("an administrator's screens cause no error and no overflow", async ({ visit, shop }) => {
  const video = await shop.publish(await shop.creator(), { price: "123456,78" });
  await shop.buy(await shop.learner(), video);
  const page = await visit(await shop.admin());
  for (const path of [
    "/admin/dashboard",
    "/admin/dashboard?tab=consumers",
    "/admin/creators",
    "/admin/consumers?q=nada-com-este-nome",
    "/admin/sales",
    "/admin/reviews",
    "/admin/payouts",
    "/admin/payouts/prepare",
    "/admin/reconciliation",
    "/admin/audit",
    "/admin/admins",
  ]) {
    await expectSound(page, path);
  }
  for (const list of ["sales", "consumers", "creators"]) {
    await open(page, `/admin/${list}`);
    const one = await linkedPage(page, new RegExp(`/admin/${list}/${id}`));
    for (const path of list === "creators" ? [one, `${one}/year`, `${one}/balance`] : [one])
      await expectSound(page, path);
  }
});

test("a creator's screens cause no error and no overflow", async ({ visit, shop }) => {
  const creator = await shop.creator();
  const page = await visit(creator);
  await expectSound(page, "/creator/dashboard");
  await expectSound(page, "/creator/videos");
  const video = await shop.publish(creator, { price: "123456,78" });
  await shop.buy(await shop.learner(), video);
  for (const path of [
    "/creator/dashboard",
    "/creator/videos",
    `/creator/videos/${video.id}/delete`,
    `/creator/videos/${video.id}/edit`,
    "/creator/upload",
    "/creator/upload?source=youtube",
    "/creator/profile",
    "/creator/cover",
    "/creator/payments",
    "/creator/year",
  ]) {
    await expectSound(page, path);
  }
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

// An update that reaches a form whose script is still loading makes React discard the server's form, and what was typed
// in it.
test("the forms of reviews survive an update of the page while their scripts load", async ({
  visit,
  shop,
  script,
}) => {
  test.skip(!script);
  const video = await shop.publish(await shop.creator());
  const [author, buyer] = [await shop.learner(), await shop.learner()];
  for (const learner of [author, buyer]) await shop.buy(learner, video);
  await review(author, video, { intent: "save", rating: "5", text: "Comecei do zero e já toco." });
  const page = await visit(buyer);
  await page.route(/assets\/review-(forms|editor)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  const loaded = page.waitForResponse(/assets\/review-editor/);
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
