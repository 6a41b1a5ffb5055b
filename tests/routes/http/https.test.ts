import { afterAll, expect, test } from "vitest";
import { startGoogle } from "../../../dev/google/start-google";
import { beginGoogle, googleVariables } from "../../features/entrance/sign-in/google-flow";
import { Browser } from "../../support/browser";
import { startHttpWorld } from "../../support/http-app";

/** The product at an https URL, as in production; the proxy connects by http. */
const origin = "https://sabia.example";
const google = await startGoogle();
afterAll(() => google.close());
const { port } = await startHttpWorld({
  APP_URL: origin,
  TRUSTED_PROXY_HOPS: "1",
  ...googleVariables(google.url),
});
const newBrowser = () => new Browser({ port, origin });

const signup = { intent: "signup", fullName: "Bia", email: "bia@example.com", password: "senha boa" };

test("every cookie is bound to the host and https, and not sent with cross-site forms", async () => {
  const browser = newBrowser();
  const google = newBrowser();
  await beginGoogle(google);
  const set = [
    ...(await browser.post("/consumer-login", signup)).setCookies,
    ...(await google.post("/auth/google", { as: "admin" })).setCookies,
    ...(await google.get("/auth/google/callback?error=access_denied&state=x")).setCookies,
    ...(await browser.post("/logout")).setCookies,
    ...(await newBrowser().get("/account")).setCookies,
  ];
  const names = new Set(set.map((cookie) => cookie.split("=")[0]));
  expect([...names].sort()).toEqual([
    "__Host-sabia",
    "__Host-sabia-device",
    "__Host-sabia-flash",
    "__Host-sabia-google",
    "__Host-sabia-google-way",
  ]);
  for (const cookie of set) {
    const attributes = cookie
      .split(";")
      .slice(1)
      .map((attribute) => attribute.trim().toLowerCase());
    expect(attributes).toEqual(expect.arrayContaining(["path=/", "httponly", "secure", "samesite=lax"]));
    expect(attributes.some((attribute) => attribute.startsWith("domain"))).toBe(false);
  }
});

test("a session cookie of another host or of plain http is ignored", async () => {
  const browser = newBrowser();
  await browser.post("/consumer-login", { ...signup, email: "bruna@example.com" });
  const value = browser.cookies.get("__Host-sabia") ?? "";
  const get = (cookie: string) => new Browser({ port, origin, cookie }).get("/account");
  expect((await get(`__Host-sabia=${value}`)).status).toBe(200);
  for (const name of ["sabia", "__Secure-sabia", "__host-sabia", "__Host-sabia-google"]) {
    expect((await get(`${name}=${value}`)).status).toBe(303);
  }
});

test("Google redirects to the https address for any request headers", async () => {
  const browser = newBrowser();
  const headers = { "X-Forwarded-Proto": "http", "X-Forwarded-For": "198.51.100.1" };
  const reply = await browser.post("/auth/google", { as: "consumer" }, headers);
  expect(new URL(reply.location ?? "").searchParams.get("redirect_uri")).toBe(
    `${origin}/auth/google/callback`,
  );
});
