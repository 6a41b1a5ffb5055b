/** Every page in both languages, for each role: no text of the other language, `lang`, and alternate links. */
import { beforeAll, describe, expect, test } from "vitest";
import { en } from "~/i18n/locales/en";
import { pt } from "~/i18n/locales/pt";
import { isTranslated } from "~/i18n/page-language";
import { Browser } from "../support/browser";
import { englishOnly, findForeign, portugueseOnly } from "../support/foreign-texts";
import { startHttpApp } from "../support/http-app";
import { creatorForm } from "../support/people";
import { readPage } from "../support/read-page";
import { addSale } from "../support/rows";
import { salesAddress } from "../support/sales-address";
import { appUrl, startTestWorld } from "../support/test-services";
import { type Person, routeTable } from "./route-table";
import { cookieOf, fillIds, makeScene, type Scene } from "./route-table-scene";

const world = await startTestWorld({ TRUSTED_PROXY_HOPS: "1" });
const { port } = await startHttpApp(world);
let scene: Scene;
beforeAll(async () => {
  scene = await makeScene(world);
  // User texts are in no catalogue.
  await world.services.db.updateTable("videos").set({ title: "Fornada", description: "Massa." }).execute();
  scene.address = (await salesAddress(world.services.db, scene.videoId)).params.videoId;
});

const persons: Person[] = [
  "anonymous",
  "consumer without a sale",
  "consumer whose sale is completed",
  "owner",
  "admin",
];

const more = [
  "/consumer-login?tab=signup",
  "/marketplace?q=nada-com-este-nome",
  "/creator/upload?source=youtube",
  "/reset-password?token=nada",
];

function everyPath(): string[] {
  const listed = Object.values(routeTable).map(({ path }) => `/${fillIds(path, scene)}`);
  return [...new Set([...listed, ...more])];
}

function inEnglish(path: string): string {
  return path + (path.includes("?") ? "&lng=en" : "?lng=en");
}

function expectLanguage(html: string, path: string, language: "pt" | "en"): void {
  const page = readPage(html);
  expect({ path, lang: page.lang }).toEqual({ path, lang: language === "en" ? "en" : "pt-BR" });
  expect(page.said.length, path).toBeGreaterThan(3);
  const foreign = findForeign(page.said, language === "en" ? portugueseOnly : englishOnly);
  expect({ path, foreign }).toEqual({ path, foreign: [] });
}

/** Visits every page in both languages. Returns the paths with a page. */
async function visitAll(person: Person): Promise<string[]> {
  const cookie = await cookieOf(world, scene, person);
  const shown: string[] = [];
  for (const path of everyPath()) {
    const read = (address: string) => new Browser({ port, cookie }).get(address);
    const [portuguese, english] = [await read(path), await read(inEnglish(path))];
    expect({ path, status: english.status }).toEqual({ path, status: portuguese.status });
    if (!String(portuguese.headers["content-type"]).startsWith("text/html")) continue;
    if (portuguese.location !== null) continue;
    shown.push(path);
    const { pathname } = new URL(path, appUrl);
    expectLanguage(portuguese.body, path, "pt");
    expectLanguage(english.body, inEnglish(path), isTranslated(pathname) ? "en" : "pt");
    const [own, other] = [readPage(portuguese.body), readPage(english.body)];
    if (portuguese.status !== 200) {
      expect({ path, links: [...own.canonical, ...own.alternates] }).toEqual({ path, links: [] });
      continue;
    }
    expect({ path, canonical: own.canonical }).toEqual({ path, canonical: [appUrl + pathname] });
    const englishPath = isTranslated(pathname) ? `${pathname}?lng=en` : pathname;
    expect({ path, canonical: other.canonical }).toEqual({ path, canonical: [appUrl + englishPath] });
    // Search engines require that both list both.
    expect(other.alternates).toEqual(own.alternates);
    expect(own.alternates).toEqual(
      isTranslated(pathname)
        ? expect.arrayContaining([
            ["pt-BR", appUrl + pathname],
            ["en", appUrl + englishPath],
            ["x-default", appUrl + pathname],
          ])
        : [],
    );
  }
  return shown;
}

describe.each(persons)("the person %s", (person) => {
  test("sees one language on each page", async () => {
    const shown = await visitAll(person);
    expect(shown).toContain("/");
    expect(shown).toContain("/no/such/page");
    expect(shown).toContain(`/videos/${scene.address}`);
    expect(shown.includes(`/watch/${scene.videoId}`)).toBe(person !== "anonymous");
  });
});

test("a pending payment page has one language", async () => {
  const consumerId = scene.userIds["consumer without a sale"] ?? "";
  await addSale(world.services.db, { consumerId, videoId: scene.videoId, status: "processing" });
  const cookie = await cookieOf(world, scene, "consumer without a sale");
  const path = `/watch/${scene.videoId}`;
  const portuguese = await new Browser({ port, cookie }).get(path);
  expect(portuguese.body).toContain(pt.player.processingTitle);
  expectLanguage(portuguese.body, path, "pt");
  const english = await new Browser({ port, cookie }).get(inEnglish(path));
  expectLanguage(english.body, inEnglish(path), "en");
});

test.each([
  ["", pt.pix.email],
  ["?lng=en", en.pix.email],
])("the creator's registration%s reports an invalid Pix key", async (query, message) => {
  const form = { ...creatorForm({ pixKey: "ana@" }) };
  const answer = await new Browser({ port }).post(`/creator-register${query}`, form);
  expect(answer.status).toBe(400);
  expect(answer.body).toContain(message);
});

describe("the search for foreign texts", () => {
  test.each([
    [`<p>${pt.player.mustBuyText}</p>`, 1],
    [`<button aria-label="${pt.common.close}"></button>`, 1],
    ["<title>Página não encontrada · Sabiá</title>", 1],
    ["<p>por Ana</p><p>© 2024 Sabiá. Todos os direitos reservados.</p>", 2],
    [`<script>"${pt.common.close}"</script><a>Português</a><p>Sabiá</p><p>Em casa.</p>`, 0],
  ])("finds those in %s", (html, count) => {
    expect(findForeign(readPage(html).said, portugueseOnly)).toHaveLength(count);
  });
});
