/** A server with too many requests: what it refused before it began is sent again, and nothing typed is lost. */
import type { Page } from "@playwright/test";
import { busyPage } from "~/server/http/admission.server";
import { fillLogin } from "./support/accounts";
import { open } from "./support/pages";
import { expect, test } from "./support/test";

const complaints = /Failed to load resource|status of 503/;
test.beforeEach(({ browserConsole }) => browserConsole.allow(complaints));

/** Refuses the first requests for a path as the server does (its own test is `routes/http/admission.test.ts`). */
async function refuse(page: Page, path: string, times: number) {
  const seen: (string | null)[] = [];
  await page.route(new RegExp(`${path}(\\.data)?(\\?|$)`), async (route) => {
    const request = route.request();
    if (request.method() !== "POST") return route.continue();
    seen.push(request.postData());
    if (seen.length > times) return route.continue();
    const { pathname, search } = new URL(request.url());
    const isData = pathname.endsWith(".data");
    return route.fulfill({
      status: 503,
      headers: {
        "X-Not-Begun": "300",
        "Retry-After": "1",
        "Content-Type": isData ? "text/plain" : "text/html; charset=utf-8",
        "Content-Security-Policy": `default-src 'self'; script-src 'self'; form-action 'self'`,
      },
      body: isData ? "Too many requests\n" : busyPage(pathname + search, request.postData() ?? ""),
    });
  });
  return seen;
}

test("a sign-in refused twice by a busy server is sent again by the page", async ({ visit, shop }) => {
  const learner = await shop.learner();
  const page = await visit();
  await open(page, "/consumer-login");
  const seen = await refuse(page, "/consumer-login", 2);
  await fillLogin(page, learner);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await expect(page).toHaveURL("/marketplace");
  expect(seen).toHaveLength(3);
  expect(new Set(seen).size).toBe(1);
});

test("a form refused by a busy server keeps its fields, and its button sends it again", {
  tag: "@plain",
}, async ({ visit, shop, script }) => {
  const page = await visit();
  await open(page, "/forgot-password");
  const seen = await refuse(page, "/forgot-password", 1);
  const { email } = await shop.learner();
  // As a document, which is what a browser without script sends, and one whose scripts have not loaded yet.
  if (script)
    await page.evaluate((address) => {
      const form = document.createElement("form");
      form.method = "post";
      const field = Object.assign(document.createElement("input"), { name: "email", value: address });
      form.append(field);
      document.body.append(form);
      HTMLFormElement.prototype.submit.call(form);
    }, email);
  else {
    await page.getByLabel("E-mail", { exact: true }).fill(email);
    await page.locator("main form button").last().click();
  }
  await expect(page.getByRole("heading", { name: "Muita gente ao mesmo tempo" })).toBeVisible();
  await page.getByRole("button", { name: "Tentar de novo" }).click();
  await expect.poll(() => seen.length).toBe(2);
  expect(new URLSearchParams(seen[1] ?? "").get("email")).toBe(email);
  await expect(page.getByRole("heading", { name: "Muita gente ao mesmo tempo" })).toHaveCount(0);
});
