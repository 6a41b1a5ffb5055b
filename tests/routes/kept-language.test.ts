/** Every link, form and redirect of an English page keeps the language. */
import { beforeAll, describe, expect, test } from "vitest";
import { isTranslated } from "~/i18n/page-language";
import { Browser } from "../support/browser";
import { startHttpApp } from "../support/http-app";
import { appUrl, startTestWorld } from "../support/test-services";
import { type Person, routeTable } from "./route-table";
import { cookieOf, fillIds, makeScene, type Scene } from "./route-table-scene";

const world = await startTestWorld({ TRUSTED_PROXY_HOPS: "1" });
const { port } = await startHttpApp(world);
let scene: Scene;
beforeAll(async () => {
  scene = await makeScene(world);
});

/** The links and form actions of a page, without the language switch and links that people do not follow. */
function linksIn(html: string): string[] {
  // A GET form sends its fields as the query, replacing its action's query.
  const asking =
    /<form\b[^>]*method="get"[^>]*>(?=(?:(?!<\/form>)[\s\S])*<input[^>]*name="lng"[^>]*value="en")/g;
  const tags = html.replace(asking, "").match(/<(?:a|form|button)\b[^>]*>/g) ?? [];
  return tags
    .filter((tag) => !/\bhreflang=/i.test(tag))
    .flatMap((tag) => /\s(?:href|action|formaction)="([^"]*)"/i.exec(tag)?.[1] ?? [])
    .map((address) => address.replaceAll("&amp;", "&"));
}

const isScreen = (path: string) => !/\.[a-z0-9]+$/i.test(path) && !/^\/(assets|files|media)\//.test(path);

/** The addresses linked from an English page that lose the language. */
function losing(from: string, addresses: readonly string[]): string[] {
  return addresses.flatMap((address) => {
    if (address.startsWith("#")) return [];
    const url = new URL(address, new URL(from, appUrl));
    if (url.origin !== appUrl || !isScreen(url.pathname)) return [];
    if (!isTranslated(url.pathname)) return [];
    return url.searchParams.get("lng") === "en" ? [] : [`${from}: ${address}`];
  });
}

function inEnglish(path: string): string {
  return path + (path.includes("?") ? "&lng=en" : "?lng=en");
}

const more = [
  "/consumer-login?tab=signup",
  "/consumer-login?redirectTo=%2Fpurchases",
  "/forgot-password?sent=1",
  "/forgot-password?as=creator",
  "/reset-password?token=nada",
  "/reset-password?as=creator&token=nada",
  "/marketplace?q=nada-com-este-nome",
];

const persons: Person[] = [
  "anonymous",
  "consumer without a sale",
  "consumer whose sale is pending",
  "consumer whose sale failed",
  "consumer whose sale is completed",
  "owner",
];

describe.each(persons)("the person %s", (person) => {
  test("keeps English on every link, form and redirect", async () => {
    const cookie = await cookieOf(world, scene, person);
    const listed = Object.values(routeTable).map(({ path }) => `/${fillIds(path, scene)}`);
    const lost: string[] = [];
    const known = new Set<string>();
    const waiting = [...new Set([...listed, ...more])]
      .filter((path) => isTranslated(new URL(path, appUrl).pathname))
      .map(inEnglish);
    for (let path = waiting.shift(); path !== undefined && known.size < 300; path = waiting.shift()) {
      if (known.has(path)) continue;
      known.add(path);
      const reply = await new Browser({ port, cookie }).get(path);
      const isPage = String(reply.headers["content-type"]).startsWith("text/html");
      const links = isPage ? linksIn(reply.body) : [];
      const found = reply.location ? [reply.location, ...links] : links;
      lost.push(...losing(path, found));
      for (const address of found) {
        const url = new URL(address, new URL(path, appUrl));
        const isOwn = url.origin === appUrl && url.searchParams.get("lng") === "en";
        if (isOwn && isScreen(url.pathname)) waiting.push(url.pathname + url.search);
      }
    }
    expect(known.size).toBeGreaterThan(15);
    expect(lost).toEqual([]);
  });
});

test("the language is kept from the English landing page through the creators' login to registration", async () => {
  const browser = new Browser({ port });
  const follow = async (path: string, leadsTo: string) => {
    const { body } = await browser.get(path);
    const found = linksIn(body).find((address) => address.startsWith(leadsTo));
    expect(found, `a link of ${path}`).toBe(`${leadsTo}?lng=en`);
    return `${leadsTo}?lng=en`;
  };
  const login = await follow("/?lng=en", "/creator-login");
  const register = await follow(login, "/creator-register");
  expect((await browser.get(login)).body).toContain('<html lang="en"');
  expect((await browser.get(register)).body).toContain('<html lang="en"');
  await follow(login, "/");
});

test("a person without a creator profile who signs in on the way completes it in English", async () => {
  const cookie = await cookieOf(world, scene, "consumer without a sale");
  const signedIn = new Browser({ port, cookie });
  expect((await signedIn.get("/creator-login?lng=en")).location).toBe("/creator/dashboard?lng=en");
  expect((await signedIn.get("/creator/dashboard?lng=en")).location).toBe("/creator-register?lng=en");
  expect((await signedIn.get("/creator-login")).location).toBe("/creator/dashboard");
  const owner = new Browser({ port, cookie: await cookieOf(world, scene, "owner") });
  expect((await owner.get("/creator-login?lng=en")).location).toBe("/creator/dashboard?lng=en");
});
