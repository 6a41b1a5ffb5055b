import { describe, expect, test } from "vitest";
import { Browser } from "../support/browser";
import { startHttpWorld } from "../support/http-app";
import { makeConsumer } from "../support/people";
import { appUrl } from "../support/test-services";

const { world, port } = await startHttpWorld({ TRUSTED_PROXY_HOPS: "1" });
const { email, password } = await makeConsumer(world);
const needed = "seu navegador precisa aceitar cookies";

describe.each([
  ["/creator-login", {}],
  ["/consumer-login", { intent: "login" }],
  ["/consumer-login?tab=signup", { intent: "signup", fullName: "Ana" }],
  ["/admin-login", {}],
  ["/creator-register", { fullName: "Ana Souza", currency: "BRL" }],
])("the login page %s", (path, fields) => {
  const form = { ...fields, email, password };

  test("says that it needs cookies if the browser does not return its cookie", async () => {
    const browser = new Browser({ port });
    expect((await browser.get(path)).setCookies).toEqual(["sabia-check=1; Path=/; HttpOnly; SameSite=Lax"]);
    browser.cookies.clear();
    const page = await browser.post(path, form, { Referer: appUrl + path });
    expect(page.status).toBe(400);
    expect(page.body).toContain(needed);
    expect(page.body).toContain(email);
    browser.cookies.clear();
    const [pathname, query = ""] = path.split("?");
    const data = await browser.post(`${pathname}.data?${query}`, form, { Referer: appUrl + path });
    expect([data.status, data.body.includes("accounts.cookiesNeeded")]).toEqual([400, true]);
  });

  test("accepts a form with its cookie, and one of a client that has not read the page", async () => {
    const browser = new Browser({ port });
    await browser.get(path);
    expect((await browser.post(path, form, { Referer: appUrl + path })).body).not.toContain(needed);
    expect((await new Browser({ port }).post(path, form)).body).not.toContain(needed);
  });
});
